import { defaultThrottles } from '@gateway/domain/accounts/throttle'
import type { EscrowRole } from '@gateway/domain/escrows/escrow'
import { sweepSeries } from '@gateway/operations/series/periods/sweep-series'
import { openChain, output } from '@gateway/operations/testing/test-chain'
import { queuedEmails } from '@gateway/operations/testing/test-emails'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { restProcedures } from '../http/procedures/rest.ts'
import { fixtures } from '../http/stranger-fixtures.ts'
import { appRouter } from '../router.ts'
import { checksum } from '../test-checksum.ts'
import { MERCHANT_BTC, openShop, type Said, startTestServer, type TestServer } from '../test-server.ts'
import { escrowPool } from './test-pool.ts'

const WEEK_MS = 7 * 24 * 60 * 60 * 1_000
const DEPOSITOR = 'bcrt1qq5zs2pg9q5zs2pg9q5zs2pg9q5zs2pg9ajutfp'
const MANY = 1_000_000

/** Whose token each operation accepts; a missing one fails the test. */
const entitled: Readonly<Record<string, readonly EscrowRole[]>> = {
  'escrows.authenticate': ['depositor', 'beneficiary'],
  'escrows.release': ['depositor'],
  'escrows.refund': ['depositor'],
  'escrows.dispute': ['depositor', 'beneficiary'],
}
const byToken = restProcedures(appRouter).filter(({ rest }) => rest.method === 'post' && rest.path.startsWith('/api/escrow/{id}/'))
const cases = byToken.map((procedure) => [procedure.name, procedure] as const)

/** A funded escrow with the tokens that its parties have; nobody has the beneficiary's of a child. */
interface Funded {
  readonly id: string
  readonly tokens: Readonly<Partial<Record<EscrowRole, string>>>
}

let server: TestServer
let one: Funded
let other: Funded
let siblings: readonly Funded[]
beforeAll(async () => {
  server = await startTestServer(undefined, { default: MANY, anonymous: MANY, creation: MANY, polling: MANY }, { pool: escrowPool })
  // A matrix of wrong tokens is more than an address may try.
  const throttles = { ...defaultThrottles, escrowTokensPerAddress: MANY, escrowTokensPerEscrow: MANY }
  Object.assign(server.api, { throttles })
  const btc = await openChain(server.api, 'BTC')
  siblings = await openSiblings()
  ;[one, other] = [await open(), await open()]
  const shown = await Promise.all([one, other, ...siblings].map(({ id }) => server.say('GET', `/api/escrow/${id}`)))
  const owed = shown.map(({ body }) => ({ to: String(body['escrow_address']), units: BigInt(Math.round(Number(body['amount']) * 1e8)) }))
  await btc.mine({ transfers: owed.map(({ to, units }, at) => output(to, units, { tx: at + 1 })) })
  await btc.mineEmpty(5)
})
afterAll(() => server.close())

async function open(): Promise<Funded> {
  const terms = { chain: 'BTC', amount: 0.01, depositor_address: DEPOSITOR, beneficiary_address: MERCHANT_BTC }
  const { body } = await server.say('POST', '/api/escrow', { body: terms })
  return {
    id: String(body['id']),
    tokens: { depositor: String(body['release_token']), beneficiary: String(body['beneficiary_token']) },
  }
}

/** Two children of one series, with the tokens that were sent to its customer. */
async function openSiblings(): Promise<Funded[]> {
  const { key } = await openShop(server)
  const owned = {
    businessId: '',
    paymentId: '',
    keyId: '',
    deliveryId: '',
    seriesId: '',
    cardPaymentId: '',
    cardEscrowId: '',
    cardDisputeId: '',
  }
  await server.say('POST', '/api/escrow/series', { key, body: fixtures['series_create']?.body?.(owned) })
  server.api.clock.advance(5 * WEEK_MS)
  await sweepSeries(server.api)
  const emails = (await queuedEmails(server.api, server.api.webhookOpeningKey)).filter(({ kind }) => kind === 'escrow_opened')
  return emails.map(({ text }) => {
    const [id = '', depositor = ''] = [/id=([0-9a-f-]{36})/.exec(text)?.[1], /esc_[0-9a-f]{64}/.exec(text)?.[0]]
    return { id, tokens: { depositor } }
  })
}

/** Counts of wrong tokens may change. */
const stored = () => checksum(server, { tables: ['rate_window', 'throttle'], columns: [] })
const reason = 'Not delivered'

/** Every token that is none of an escrow's parties', with whose it is. */
const foreignTo = ({ id }: Funded) =>
  [one, other, ...siblings]
    .filter((escrow) => escrow.id !== id)
    .flatMap(({ tokens }) => Object.values(tokens))
    .concat(`esc_${'0'.repeat(64)}`)

test('the escrows of these tests are funded, and two are children of one series', async () => {
  expect(siblings).toHaveLength(2)
  const shown = await Promise.all([one, other, ...siblings].map(({ id }) => server.say('GET', `/api/escrow/${id}`)))
  expect(shown.map(({ body }) => body['status'])).toEqual(['funded', 'funded', 'funded', 'funded'])
  expect(byToken.map(({ name }) => name).toSorted()).toEqual(Object.keys(entitled).toSorted())
})

describe('a token of another escrow, or of the party that has no say', () => {
  test.each(cases)('gets 403 and changes nothing over REST: %s', async (name, { rest }) => {
    const before = await stored()
    for (const escrow of [one, ...siblings]) {
      for (const token of wrongFor(name, escrow)) {
        const { status, body } = await server.say('POST', rest.path.replace('{id}', escrow.id), { body: { token, reason } })
        expect([status, body['code']]).toEqual([403, 'INVALID_ESCROW_TOKEN'])
        expect(JSON.stringify(body)).not.toContain(token)
      }
    }
    expect(await stored()).toBe(before)
  })

  test.each(cases)('gets 403 and changes nothing over RPC: %s', async (name) => {
    const before = await stored()
    for (const token of wrongFor(name, one)) {
      const { status } = await server.say('POST', `/trpc/${name}`, { body: { id: one.id, token, reason } })
      expect(status).toBe(403)
    }
    expect(await stored()).toBe(before)
  })

  test.each(['', '/events'])('shows nothing in a header: GET /api/escrow/{id}%s', async (path) => {
    for (const token of foreignTo(one)) {
      const said: Said = { headers: { 'x-escrow-token': token } }
      const { status, body } = await server.say('GET', `/api/escrow/${one.id}${path}`, said)
      expect([status, body['code']]).toEqual([403, 'INVALID_ESCROW_TOKEN'])
    }
  })

  const wrongFor = (name: string, escrow: Funded): string[] => {
    const roles = entitled[name] ?? []
    const unentitled = Object.entries(escrow.tokens).filter(([role]) => !roles.includes(role as EscrowRole))
    return [...foreignTo(escrow), ...unentitled.map(([, token]) => token)]
  }
})

test('the right tokens still decide', async () => {
  const decide = (action: string, { id }: Funded, token: string | undefined) =>
    server.say('POST', `/api/escrow/${id}/${action}`, { body: { token, reason } })
  const [child] = siblings
  if (!child) throw new Error('no child')
  expect((await decide('dispute', one, one.tokens.beneficiary)).body).toMatchObject({ status: 'disputed' })
  expect((await decide('release', one, one.tokens.depositor)).body).toMatchObject({ status: 'released' })
  expect((await decide('refund', child, child.tokens.depositor)).body).toMatchObject({ status: 'refunded' })
})
