import type { Did } from '@gateway/domain/identity/did'
import { newDid } from '@gateway/operations/testing/test-identity'
import { storeReceipts } from '@gateway/operations/testing/test-receipt-rows'
import { badgePolicy } from '@gateway/pages/identity/badge'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openShop, startTestServer, type TestServer } from '../test-server.ts'

let server: TestServer
beforeAll(async () => void (server = await startTestServer()))
afterAll(() => server.close())

const reputationOf = (did: string, said: object = {}) =>
  server.say('GET', `/api/reputation/agent/${encodeURIComponent(did)}/reputation`, said)
const badgeOf = (did: string, headers: Readonly<Record<string, string>> = {}) =>
  server.say('GET', `/api/reputation/badge/${encodeURIComponent(did)}`, { headers })
const receiptsOf = (query: string) => server.say('GET', `/api/reputation/receipts${query}`)

const notDids = ['nobody', 'did:', 'did:web:a/b', 'did:web:a b', 'DID:web:a']

describe('identity.reputation.get', () => {
  describe('200', () => {
    test('shows the score, the trust vector and the windows of a DID to everybody, uncached, to pages of any origin', async () => {
      const { did } = newDid()
      await storeReceipts(server.api, did, {})
      const { status, body, headers } = await reputationOf(did)
      expect([status, headers['access-control-allow-origin'], headers['cache-control']]).toEqual([200, '*', 'no-store'])
      const window = {
        task_count: 1,
        accepted_count: 1,
        accepted_rate: 1,
        disputed_count: 0,
        dispute_rate: 0,
        total_volume: 99,
        avg_task_value: 99,
        unique_buyers: 1,
        categories: { 'economic.transaction': 1 },
      }
      expect(body).toEqual({
        success: true,
        did,
        score: 39.49,
        totalTasks: 1,
        total_tasks: 1,
        trust_vector: { E: 37.5, P: 0, B: 33.33, D: 9.09, R: 100, A: 100, C: 80 },
        reputation: {
          agent_did: did,
          windows: { last_30_days: window, last_90_days: window, all_time: window },
          anti_gaming: { flagged: false, flags: [], adjusted_weight: 1 },
        },
        computed_at: server.api.clock.now().toISOString(),
        version: 1,
      })
    })

    test('shows zeros for a DID that nobody has heard of', async () => {
      const { status, body } = await reputationOf('did:web:nobody.example%3A8443')
      expect(status).toBe(200)
      expect(body).toMatchObject({ did: 'did:web:nobody.example%3A8443', score: 0, totalTasks: 0, version: 0 })
      expect(Object.values(Object(body['trust_vector']))).toEqual([0, 0, 0, 0, 0, 0, 0])
    })

    test('shows the same with a valid credential, with a foreign string and without one', async () => {
      const { key, token } = await openShop(server)
      const anybodys = (await reputationOf('did:web:shop.example')).body
      for (const credential of [key, token, 'sk_live_another_provider'])
        expect((await reputationOf('did:web:shop.example', { key: credential })).body).toEqual(anybodys)
    })
  })

  test('400: refuses what is no DID, and names the member', async () => {
    for (const did of notDids) {
      const { status, body } = await reputationOf(did)
      expect([did, status, body['code'], body['details']]).toEqual([
        did,
        400,
        'VALIDATION_ERROR',
        [expect.objectContaining({ field: 'did' })],
      ])
    }
  })

  test('401: refuses a credential of the gateway that is not valid', async () => {
    for (const key of ['gw_live_guess', 'gw_test_guess']) expect((await reputationOf('did:web:a', { key })).status).toBe(401)
  })

  test('403: refuses a key without the scope', async () => {
    const { key, businessId } = await openShop(server)
    const { body } = await server.say('POST', `/api/businesses/${businessId}/api-keys`, { key, body: { scopes: ['payments:read'] } })
    expect(await reputationOf('did:web:a', { key: String(body['api_key']) })).toMatchObject({
      status: 403,
      body: { code: 'INSUFFICIENT_SCOPE' },
    })
  })
})

describe('identity.receipts.list', () => {
  test('200: shows receipts to everybody, without what was said of a task', async () => {
    const { did } = newDid()
    const [older, newer] = await storeReceipts(
      server.api,
      did,
      { createdAt: new Date(server.api.clock.now().getTime() - 1_000), isVerified: false },
      { counterpartyDid: 'did:web:x.example', taskDescription: 'a secret', content: { task_description: 'a secret' } },
    )
    const { status, body, headers, bytes } = await receiptsOf(`?did=${encodeURIComponent(did)}`)
    expect([status, headers['access-control-allow-origin'], body['total']]).toEqual([200, '*', 2])
    expect(bytes.toString()).not.toContain('secret')
    expect(body['receipts']).toEqual([
      {
        receipt_id: newer?.id,
        kind: 'service',
        agent_did: did,
        counterparty_did: 'did:web:x.example',
        action_category: 'economic.transaction',
        action_type: null,
        outcome: 'accepted',
        rating: null,
        amount: '99.00',
        currency: 'USD',
        amount_usd: '99',
        weight: 10,
        verified: true,
        withdrawn_at: null,
        sequence: null,
        previous_digest: null,
        digest: null,
        created_at: newer?.createdAt.toISOString(),
      },
      expect.objectContaining({ receipt_id: older?.id, verified: false, weight: 0 }),
    ])
    expect(body['pagination']).toEqual({ limit: 50, offset: 0, total: 2, has_more: false })
  })

  test('200: shows an empty list for a DID that nobody has heard of', async () => {
    expect((await receiptsOf('?did=did:web:nobody.example')).body).toMatchObject({ receipts: [], total: 0 })
  })

  test('400: refuses a list of no DID, and of what is none', async () => {
    for (const query of ['', '?did=', ...notDids.map((did) => `?did=${encodeURIComponent(did)}`)])
      expect((await receiptsOf(query)).status).toBe(400)
  })
})

describe('a badge', () => {
  test('is a picture that pages of any origin embed, kept for five minutes, and changes with its score', async () => {
    const { did } = newDid()
    await storeReceipts(server.api, did, {})
    const { status, headers, bytes } = await badgeOf(did)
    expect([status, headers['content-type'], headers['cache-control']]).toEqual([200, 'image/svg+xml', 'public, max-age=300'])
    expect([headers['access-control-allow-origin'], headers['content-security-policy']]).toEqual(['*', badgePolicy])
    expect(bytes.toString()).toContain('39.49')
    const etag = String(headers.etag)
    expect(await badgeOf(did, { 'if-none-match': etag })).toMatchObject({ status: 304, bytes: Buffer.alloc(0) })
    await storeReceipts(server.api, did, {})
    const after = await badgeOf(did, { 'if-none-match': etag })
    expect([after.status, after.headers.etag === etag]).toEqual([200, false])
  })

  test('is at the doubled address too, and for a DID that nobody has heard of', async () => {
    const did: Did = 'did:web:nobody.example'
    const [one, doubled] = [await badgeOf(did), await server.say('GET', `/api/api/reputation/badge/${encodeURIComponent(did)}`)]
    expect([one.status, doubled.status]).toEqual([200, 200])
    expect(doubled.bytes).toEqual(one.bytes)
  })

  test('holds nothing of the DID', async () => {
    expect((await badgeOf('did:web:evil.example')).bytes.toString()).not.toContain('evil')
  })

  test('is refused for what is no DID', async () => {
    for (const did of notDids) expect(await badgeOf(did)).toMatchObject({ status: 400, body: { code: 'VALIDATION_ERROR' } })
  })
})
