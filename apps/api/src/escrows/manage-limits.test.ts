import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../test-server.ts'
import { escrowPool } from './test-pool.ts'

const BROWSER = { accept: 'text/html' }
const FORM = { ...BROWSER, 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' }
const WRONG = `esc_${'0'.repeat(64)}`
const WALLETS = {
  depositor_address: 'bcrt1qq5zs2pg9q5zs2pg9q5zs2pg9q5zs2pg9ajutfp',
  beneficiary_address: 'bcrt1qdavt4j2sd7dlhqsavtnfxvzppw6k7qy97tmnu9',
}

let server: TestServer
let path: string
let id: string
let token: string
beforeAll(async () => {
  server = await startTestServer(undefined, { anonymous: 4, polling: 6 }, { pool: escrowPool })
  const headers = { 'x-forwarded-for': '198.51.100.1' }
  const { body } = await server.say('POST', '/api/escrow', { body: { chain: 'BTC', amount: 0.01, ...WALLETS }, headers })
  ;[id, token] = [String(body['id']), String(body['release_token'])]
  path = `/escrow/manage?id=${id}`
})
beforeEach(() => server.api.clock.advance(60_000))
afterAll(() => server.close())

const statuses = async (count: number, ask: () => Promise<{ status: number }>): Promise<number[]> => {
  const answers: number[] = []
  for (let asked = 0; asked < count; asked++) answers.push((await ask()).status)
  return answers
}
const look = (shown?: string) =>
  server.say('GET', path, { headers: { ...BROWSER, ...(shown !== undefined && { cookie: `__Host-escrow-${id}=${shown}` }) } })
const send = () => {
  const body = new URLSearchParams({ action: 'open', token }).toString()
  return server.say('POST', path, { headers: FORM, body })
}

test('open pages count for their escrow alone, so a party at the same address still sends its forms', async () => {
  expect(await statuses(7, () => look(token))).toEqual([200, 200, 200, 200, 200, 200, 429])
  expect(await statuses(5, send)).toEqual([303, 303, 303, 303, 429])
})

test.each([
  ['without a token', () => look(), 200],
  ['with a wrong token', () => look(WRONG), 403],
  ['with the token of a link', () => server.say('GET', `${path}&token=${token}`, { headers: BROWSER }), 303],
  ['for no escrow', () => server.say('GET', '/escrow/manage?id=1', { headers: BROWSER }), 404],
] as const)('looks %s count for the address, and leave the pages of a party alone', async (_which, ask, status) => {
  expect(await statuses(5, ask)).toEqual([status, status, status, status, 429])
  expect(await statuses(6, () => look(token))).toEqual([200, 200, 200, 200, 200, 200])
})
