import { listen, type Listener } from '@gateway/db/kernel/listen'
import { tables } from '@gateway/db/tables'
import { claimDid } from '@gateway/operations/identity/claims/claim-did'
import { revokeCredential } from '@gateway/operations/identity/credentials/revoke-credential'
import { readOwnDocument } from '@gateway/operations/identity/keys/read-own-document'
import { systemClock } from '@gateway/operations/kernel/system-clock'
import { storeMerchant, type TestApiContext, testApiContext } from '@gateway/operations/testing/test-context'
import { testOperator } from '@gateway/operations/testing/test-operator'
import { eventually } from '@gateway/testing/wait'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '../config.ts'
import { openDeps, type SharedDeps } from '../deps.ts'
import { beat } from '../heartbeat.ts'
import { silentMetrics } from '../metrics/worker-metrics.ts'
import type { RunningRole } from '../running-role.ts'
import { openIssuer } from './issuer.ts'

const { as: by } = testOperator('ada')

let ctx: TestApiContext
let news: Listener
let deps: SharedDeps
let roles: readonly RunningRole[] = []
let running: Promise<unknown>

/** A process of the role alone, on a machine where neither Temporal nor a node answers. */
beforeAll(async () => {
  ctx = await testApiContext()
  const url = String(ctx.orm.config.get('clientUrl'))
  news = listen(url, ['issuer_answered'])
  // The process has the clock of its machine, by which a request is new or old.
  Object.assign(ctx, { clock: systemClock, hear: (wanted: Parameters<Listener['next']>[0]) => news.next(wanted) })
  const config = readConfig({
    DATABASE_URL: url,
    CHAINS: 'BTC',
    BTC_NETWORK: 'regtest',
    PUBLIC_BASE_URL: ctx.publicUrl,
    TEMPORAL_ADDRESS: '127.0.0.1:9',
    WORKER_ROLES: 'issuer',
    ISSUER_KEY: '0a'.repeat(32),
  })
  deps = await openDeps(config, silentMetrics)
  const own = await deps.as('issuer')
  roles = [...(await openIssuer(own)), beat(own.ctx, 'issuer')]
  running = Promise.all(roles.map((role) => role.run()))
})
afterAll(async () => {
  for (const role of roles) role.stop()
  await running
  await deps?.close()
  await news?.close()
  await ctx?.close()
})

const db = () => tables(ctx.orm.em.fork())

test('a process of the role makes its key at its start, beats, and answers a claim, without Temporal', async () => {
  expect((await readOwnDocument(ctx)).assertionMethod).toHaveLength(1)
  const actor = await storeMerchant(ctx)
  expect(await claimDid(ctx, { actor, displayName: 'Ada' })).toMatchObject({ isNew: true, seen: { own: { displayName: 'Ada' } } })
  await eventually('a heartbeat', () => db().selectFrom('role_heartbeat').select('at').where('role', '=', 'issuer').executeTakeFirst())
})

test('it signs a list again as soon as something of it is revoked', async () => {
  await claimDid(ctx, { actor: await storeMerchant(ctx), displayName: null })
  const { id, listId } = await db().selectFrom('credential').select(['id', 'listId']).limit(1).executeTakeFirstOrThrow()
  const listed = () => db().selectFrom('status_list').select(['jwt', 'isDue']).where('id', '=', listId).executeTakeFirstOrThrow()
  const { jwt: before } = await listed()
  await revokeCredential(ctx, { id, reason: 'A test', by })
  const signed = await eventually('another list', async () => {
    const { jwt, isDue } = await listed()
    return jwt !== before && !isDue
  })
  expect(signed).toBe(true)
})
