import { tables } from '@gateway/db/tables'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApiContext, testApiContext } from '../testing/test-context.ts'
import { forgetExpired } from './forget-expired.ts'

let ctx: TestApiContext
beforeAll(async () => void (ctx = await testApiContext()))
afterAll(() => ctx.close())

const db = () => tables(ctx.orm.em.fork())
const day = 86_400_000

test('what cannot be forgotten does not keep the rest from it', async () => {
  const createdAt = ctx.clock.now()
  const expiresAt = new Date(createdAt.getTime() + day)
  const blocked = { model: 'Session', digest: Buffer.alloc(32, 1), grantId: null, payload: {}, createdAt, expiresAt }
  const unused = { consumedAt: null, sealedSuccessor: null, successorDigest: null }
  const used = { consumedAt: createdAt, sealedSuccessor: Buffer.alloc(1), successorDigest: Buffer.alloc(32, 2) }
  const lasting = { ...blocked, digest: Buffer.alloc(32, 3), expiresAt: new Date(createdAt.getTime() + 3 * day) }
  await db()
    .insertInto('oauth_artifact')
    .values([
      { ...blocked, ...unused },
      { ...lasting, ...used },
    ])
    .execute()
  const key = { kid: 'old', publicJwk: {}, sealedPrivate: Buffer.alloc(1), state: 'retired' as const, createdAt, retiredUntil: expiresAt }
  await db().insertInto('oauth_key').values(key).execute()
  await sql`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RAISE EXCEPTION ''no''; END'`.execute(db())
  await sql`CREATE TRIGGER refuse BEFORE DELETE ON oauth_artifact FOR EACH ROW EXECUTE FUNCTION refuse()`.execute(db())
  ctx.clock.advance(2 * day)
  await expect(forgetExpired(ctx)).rejects.toMatchObject({ errors: [expect.objectContaining({ message: expect.stringContaining('no') })] })
  expect(await db().selectFrom('oauth_key').select('kid').execute()).toEqual([])
  const sealed = db().selectFrom('oauth_artifact').select('digest').where('sealedSuccessor', 'is not', null)
  expect(await sealed.execute()).toEqual([])
})
