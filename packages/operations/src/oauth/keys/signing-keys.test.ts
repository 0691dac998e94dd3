import { openOrm, type Orm } from '@gateway/db/orm'
import { loginAs } from '@gateway/db/roles'
import { tables } from '@gateway/db/tables'
import type { MerchantId } from '@gateway/domain/kernel/id'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApiContext, testApiContext } from '../../testing/test-context.ts'
import { forgetExpired } from '../forget-expired.ts'
import { ID_TOKEN_SECONDS, KEYS_KEPT_SECONDS, rotateKey } from './rotate-key.ts'
import { openKey } from './seal-key.ts'
import { loadSigningKeys, readKeyVersion } from './signing-keys.ts'

let ctx: TestApiContext
let operators: Orm
beforeAll(async () => {
  ctx = await testApiContext()
  operators = await openOrm({ url: loginAs('operator', String(ctx.orm.config.get('clientUrl'))), poolSize: 1 })
})
afterAll(async () => {
  await operators.close()
  await ctx.close()
})

const operator: MerchantId = '00000000-0000-4000-8000-000000000000'
const by = `operator:${operator}` as const
const kids = async () => (await loadSigningKeys(ctx)).jwks.map(({ kid }) => kid)

test('processes that begin at once make one current and one next key, whose private parts are sealed', async () => {
  await Promise.all(Array.from({ length: 3 }, () => loadSigningKeys(ctx)))
  const rows = await tables(ctx.orm.em.fork()).selectFrom('oauth_key').selectAll().execute()
  expect(rows.map(({ state }) => state).toSorted((one, other) => one.localeCompare(other))).toEqual(['current', 'next'])
  const [one, other] = rows
  if (!one || !other) throw new Error('there are two keys')
  expect(openKey(ctx, { kid: one.kid, sealed: one.sealedPrivate })).toMatchObject({ kty: 'RSA', kid: one.kid, d: expect.any(String) })
  expect(() => openKey(ctx, { kid: other.kid, sealed: one.sealedPrivate })).toThrow(/auth/)
  expect(Object.keys(one.publicJwk).toSorted((a, b) => a.localeCompare(b))).toEqual(['alg', 'e', 'kid', 'kty', 'n', 'use'])
})

test('the next key signs after a rotation once every reader has it, and the former one is published until its last token has expired', async () => {
  const [current, next] = await kids()
  const version = await readKeyVersion(ctx)
  const asOperator = { ...ctx, orm: operators }
  ctx.clock.advance((KEYS_KEPT_SECONDS + 600) * 1_000 - 1)
  await expect(rotateKey(asOperator, { by })).rejects.toThrow('with a next key that apps may not know before')
  expect(await readKeyVersion(ctx)).toBe(version)
  ctx.clock.advance(1)
  expect(await rotateKey(asOperator, { by })).toBe(next)
  await expect(rotateKey(asOperator, { by })).rejects.toThrow('without a next key')
  expect(await readKeyVersion(ctx)).not.toBe(version)
  const after = await kids()
  expect(after).toEqual([next, expect.any(String), current])
  ctx.clock.advance(ID_TOKEN_SECONDS * 1_000)
  expect(await kids()).toContain(current)
  ctx.clock.advance(ID_TOKEN_SECONDS * 1_000)
  await forgetExpired(ctx)
  expect(await kids()).toEqual(after.slice(0, 2))
  const { action, actor } = await tables(ctx.orm.em.fork()).selectFrom('audit_entry').selectAll().executeTakeFirstOrThrow()
  expect([action, actor]).toEqual(['oauth_key.rotate', by])
})

test('an operator turns keys over and reads none', async () => {
  const read = operators.em.fork().getConnection().execute('SELECT sealed_private FROM oauth_key')
  await expect(read).rejects.toThrow('permission denied')
})
