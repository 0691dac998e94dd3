import { tables } from '@gateway/db/tables'
import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { newReply } from './limits/admission.ts'
import { healthRoutes } from './health.ts'
import type { ApiRequest } from './route.ts'
import { openShop, startTestServer, type TestServer } from '../test-server.ts'

let server: TestServer
let workflows: () => Promise<unknown>

beforeEach(async () => {
  workflows = async () => {}
  server = await startTestServer(() => workflows())
})
afterEach(() => server.close())

const anyRequest = (): ApiRequest => ({
  message: new IncomingMessage(new Socket()),
  requestId: 'req_1',
  reply: newReply(),
  params: {},
  search: '',
})
const secondsAgo = (seconds: number): Date => new Date(server.api.clock.now().getTime() - seconds * 1000)
const ready = () => server.say('GET', '/health/ready')

/** A healthy system: the signer sent a heartbeat just now, and both chains are read to their heads. */
async function everythingRuns(
  change: { signerSecondsAgo?: number; caughtUpSecondsAgo?: number; problem?: string | null } = {},
): Promise<void> {
  const db = tables(server.api.orm.em.fork())
  await db
    .insertInto('role_heartbeat')
    .values({ role: 'signer', at: secondsAgo(change.signerSecondsAgo ?? 1) })
    .execute()
  const cursor = {
    network: 'x',
    hash: 'x',
    height: 98,
    headHeight: 100,
    finalizedHeight: null,
    lease: null,
    leasedAt: null,
    fees: null,
    feesAt: null,
    problemSince: null,
    updatedAt: secondsAgo(0),
  }
  const state = { caughtUpAt: secondsAgo(change.caughtUpSecondsAgo ?? 1), problem: change.problem ?? null }
  await db
    .insertInto('chain_cursor')
    .values([
      { ...cursor, ...state, chain: 'BTC' },
      { ...cursor, chain: 'ETH', caughtUpAt: secondsAgo(1), problem: null },
    ])
    .execute()
}

test('liveness answers without reading anything', async () => {
  expect((await server.say('GET', '/health/live')).body).toEqual({ status: 'ok' })
})

describe('readiness', () => {
  test('runs one check for concurrent requests, and another one for the next request', async () => {
    let looks = 0
    const route = healthRoutes(server.api, async () => void (looks += 1)).find(({ path }) => path === '/health/ready')
    const ask = async () => route?.answer(anyRequest())
    await Promise.all(Array.from({ length: 20 }, ask))
    expect(looks).toBe(1)
    await ask()
    expect(looks).toBe(2)
  })

  test('names the signer while a restored database waits for recovery', async () => {
    await everythingRuns()
    const opened = { id: '00000000-0000-4000-8000-0000000000aa', detectedAt: secondsAgo(5), reason: 'database_behind', databaseSeq: 3n }
    await tables(server.api.orm.em.fork())
      .insertInto('recovery')
      .values({ ...opened, heights: {}, recoveredAt: null, fileSeq: null })
      .execute()
    expect(await ready()).toMatchObject({ status: 503, body: { checks: { database: true, signer: false } } })
  })

  test('returns 200 with the lag of each chain when every part works', async () => {
    await everythingRuns()
    const { status, body } = await ready()
    const chains = { BTC: { ok: true, lag_blocks: 2, refused: null }, ETH: { ok: true, lag_blocks: 2, refused: null } }
    expect([status, body]).toEqual([200, { status: 'ok', checks: { database: true, workflows: true, signer: true, chains } }])
  })

  test('returns 503 on an empty database, without a signer heartbeat or a chain cursor', async () => {
    const { status, headers, body } = await ready()
    const unread = { ok: false, lag_blocks: null, refused: null }
    expect([status, headers['retry-after']]).toEqual([503, '5'])
    expect(body).toEqual({
      status: 'unavailable',
      checks: { database: true, workflows: true, signer: false, chains: { BTC: unread, ETH: unread } },
    })
  })

  test('returns 503 and says why the node of a chain is refused, even before the chain was read', async () => {
    await everythingRuns()
    const db = tables(server.api.orm.em.fork())
    await db.deleteFrom('chain_cursor').where('chain', '=', 'ETH').execute()
    const reason = 'The ETH node serves network 5, this deployment needs 1'
    await db
      .insertInto('refused_node')
      .values([
        { chain: 'BTC', reason: 'it is another chain', since: secondsAgo(9) },
        { chain: 'ETH', reason, since: secondsAgo(9) },
      ])
      .execute()
    const chains = {
      BTC: { ok: false, lag_blocks: 2, refused: 'it is another chain' },
      ETH: { ok: false, lag_blocks: null, refused: reason },
    }
    expect(await ready()).toMatchObject({ status: 503, body: { checks: { chains } } })
  })

  test.each([
    ['silent signer', { signerSecondsAgo: 31 }, { signer: false }],
    ['chain that fell behind', { caughtUpSecondsAgo: 61 }, { chains: { BTC: { ok: false }, ETH: { ok: true } } }],
    ['chain with a problem', { problem: 'the node is away' }, { chains: { BTC: { ok: false }, ETH: { ok: true } } }],
  ])('returns 503 and names the %s', async (_, change, checks) => {
    await everythingRuns(change)
    const { status, body } = await ready()
    expect([status, body]).toEqual([503, expect.objectContaining({ status: 'unavailable' })])
    expect(body['checks']).toMatchObject(checks)
  })

  test.each([
    ['that answers, with a role that pays', { node: 1, payer: 1 }, { status: 200, lightning: true }],
    ['that was last heard of two minutes ago', { node: 120, payer: 1 }, { status: 503, lightning: false }],
    ['whose role that pays is silent', { node: 1, payer: 31 }, { status: 503, lightning: false }],
  ])('judges a Lightning node %s', async (_, heard, { status, lightning }) => {
    await everythingRuns()
    const db = tables(server.api.orm.em.fork())
    const none = { localMsat: 0n, unsettledLocalMsat: 0n, pendingLocalMsat: 0n, remoteMsat: 0n, owedMsat: 0n, capSats: null }
    await db
      .insertInto('lightning_funds')
      .values({ name: 'node', ...none, asOf: secondsAgo(heard.node) })
      .execute()
    await db
      .insertInto('role_heartbeat')
      .values({ role: 'lightning', at: secondsAgo(heard.payer) })
      .execute()
    expect(await ready()).toMatchObject({ status, body: { checks: { lightning } } })
  })

  test.each([
    ['fails', () => Promise.reject(new Error('no'))],
    ['does not answer', () => new Promise(() => {})],
  ])('returns 503 in time when Temporal %s', async (_, answer) => {
    await everythingRuns()
    workflows = answer
    const asked = performance.now()
    const { status, body } = await ready()
    expect([status, body['checks']]).toEqual([503, expect.objectContaining({ workflows: false, database: true })])
    expect(performance.now() - asked).toBeLessThan(20_000)
  })

  test('payments are created while Temporal and all nodes are down', async () => {
    workflows = () => Promise.reject(new Error('down'))
    const { key } = await openShop(server)
    expect((await server.say('POST', '/api/payments', { key, body: { amount: 20, blockchain: 'ETH' } })).status).toBe(201)
  })
})
