import { tables } from '@gateway/db/tables'
import { openChain, output, type TestChain } from '@gateway/operations/testing/test-chain'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Heard, startTestServer, type TestServer } from '../test-server.ts'
import { escrowPool } from './test-pool.ts'

const BROWSER = { accept: 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.8' }
const FORM = { ...BROWSER, 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin', origin: 'null' }
const WRONG = `esc_${'0'.repeat(64)}`
const DEPOSITOR = 'bcrt1qq5zs2pg9q5zs2pg9q5zs2pg9q5zs2pg9ajutfp'
const BENEFICIARY = 'bcrt1qdavt4j2sd7dlhqsavtnfxvzppw6k7qy97tmnu9'
const AMOUNT = 1_000_000n

interface Opened {
  readonly id: string
  readonly address: string
  readonly depositor: string
  readonly beneficiary: string
}

let server: TestServer
let btc: TestChain
let escrow: Opened
let transactions = 0
let opened = 0
/** Every answer of these tests, for the last one. */
const heard: Heard[] = []
const tokens: string[] = []

beforeAll(async () => {
  server = await startTestServer(undefined, {}, { pool: escrowPool })
  btc = await openChain(server.api, 'BTC')
})
beforeEach(async () => void (escrow = await openEscrow()))
afterAll(() => server.close())

async function openEscrow(): Promise<Opened> {
  const body = { chain: 'BTC', amount: 0.01, depositor_address: DEPOSITOR, beneficiary_address: BENEFICIARY }
  const headers = { 'x-forwarded-for': `198.51.100.${++opened}` }
  const { body: created } = await server.say('POST', '/api/escrow', { body, headers })
  const escrow = {
    id: String(created['id']),
    address: String(created['escrow_address']),
    depositor: String(created['release_token']),
    beneficiary: String(created['beneficiary_token']),
  }
  tokens.push(escrow.depositor, escrow.beneficiary)
  return escrow
}

async function fund({ address }: Opened): Promise<void> {
  await btc.mine({ transfers: [output(address, AMOUNT, { tx: ++transactions })] })
  await btc.mineEmpty(5)
}

const cookieOf = ({ id }: Opened, token: string): string => `__Host-escrow-${id}=${token}`
const pathOf = ({ id }: Pick<Opened, 'id'>, more = ''): string => `/escrow/manage?id=${id}${more}`

async function say(method: string, path: string, said: { headers?: Record<string, string>; body?: string } = {}): Promise<Heard> {
  const answer = await server.say(method, path, { headers: BROWSER, ...said })
  heard.push(answer)
  return answer
}

/** The page as the bearer of a token sees it. */
const look = (token: string, more = '', of = escrow) =>
  say('GET', pathOf(of, more), { headers: { ...BROWSER, cookie: cookieOf(of, token) } })
const formTokenIn = ({ bytes }: Heard): string => /name="form_token" value="([^"]+)"/.exec(bytes.toString())?.[1] ?? ''

/** Presses the button of the question before an action. */
async function confirm(token: string, action: string, more: Readonly<Record<string, string>> = {}): Promise<Heard> {
  const form_token = formTokenIn(await look(token, `&do=${action}`))
  return press(token, { action, form_token, ...more })
}
const press = (token: string, fields: Readonly<Record<string, string>>, headers: Readonly<Record<string, string>> = {}) =>
  say('POST', pathOf(escrow), {
    headers: { ...FORM, cookie: cookieOf(escrow, token), ...headers },
    body: new URLSearchParams(fields).toString(),
  })
const row = async () =>
  tables(server.api.orm.em.fork())
    .selectFrom('escrow')
    .select(['state', 'disputeReason'])
    .where('id', '=', escrow.id)
    .executeTakeFirstOrThrow()
const historyOf = async () => {
  const rows = tables(server.api.orm.em.fork()).selectFrom('escrow_event').select(['eventType', 'actor', 'details'])
  return rows.where('escrowId', '=', escrow.id).orderBy('n').execute()
}

describe('GET /escrow/manage', () => {
  test('moves the token of a link into a cookie of this escrow, and leads to the same page without it', async () => {
    const { status, headers, bytes } = await say('GET', pathOf(escrow, `&token=${escrow.depositor}&lang=de`))
    expect([status, headers['location']]).toEqual([303, `/escrow/manage?id=${escrow.id}&lang=de`])
    expect(headers['set-cookie']).toEqual([
      `__Host-escrow-${escrow.id}=${escrow.depositor}; Path=/; Secure; HttpOnly; SameSite=Lax; Max-Age=86400`,
    ])
    expect(headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
    expect(bytes.toString()).not.toContain(escrow.depositor)
  })

  test('replaces the token that a browser keeps only by one that opens the escrow', async () => {
    const cookie = cookieOf(escrow, escrow.depositor)
    const follow = (token: string) => say('GET', pathOf(escrow, `&token=${token}`), { headers: { ...BROWSER, cookie } })
    const wrong = await follow(WRONG)
    expect([wrong.status, wrong.headers['set-cookie']]).toEqual([303, undefined])
    expect((await look(escrow.depositor)).status).toBe(200)
    const right = await follow(escrow.beneficiary)
    expect([right.status, String(right.headers['set-cookie'])]).toEqual([303, expect.stringContaining(`=${escrow.beneficiary};`)])
  })

  test('keeps nothing of what cannot be a token', async () => {
    const { status, headers } = await say('GET', pathOf(escrow, '&token=x%3B%20Path%3D%2F'))
    expect([status, headers['location'], headers['set-cookie']]).toEqual([303, pathOf(escrow), undefined])
  })

  test('shows each party its own page, under the headers of public pages', async () => {
    const depositor = await look(escrow.depositor)
    const html = depositor.bytes.toString()
    expect(depositor.status).toBe(200)
    expect(depositor.headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
    expect(depositor.headers['content-security-policy']).toContain("default-src 'none'; script-src 'nonce-")
    for (const part of ['You are the depositor.', `data-copy="${escrow.address}"`, `href="bitcoin:${escrow.address}?amount=0.01"`])
      expect(html).toContain(part)
    const beneficiary = (await look(escrow.beneficiary)).bytes.toString()
    expect(beneficiary).toContain('You are the beneficiary.')
    expect(beneficiary).not.toContain('href="bitcoin:')
  })

  test('shows escrows of one browser beside each other', async () => {
    const other = await openEscrow()
    const cookie = `${cookieOf(escrow, escrow.depositor)}; ${cookieOf(other, other.beneficiary)}`
    const shown = await Promise.all([escrow, other].map((one) => say('GET', pathOf(one), { headers: { ...BROWSER, cookie } })))
    expect(shown.map(({ bytes }) => /You are the \w+/.exec(bytes.toString())?.[0])).toEqual([
      'You are the depositor',
      'You are the beneficiary',
    ])
  })

  test('lets the browser forget the oldest of too many tokens', async () => {
    const oldest = randomUUID()
    const others = [oldest, ...Array.from({ length: 15 }, () => randomUUID())].map((id) => `__Host-escrow-${id}=${WRONG}`)
    const cookie = [...others, cookieOf(escrow, escrow.depositor)].join('; ')
    const { headers } = await say('GET', pathOf(escrow), { headers: { ...BROWSER, cookie } })
    expect(headers['set-cookie']).toEqual([`__Host-escrow-${oldest}=; Path=/; Secure; HttpOnly; SameSite=Lax; Max-Age=0`])
  })

  test('asks for the token without a cookie', async () => {
    const { status, bytes } = await say('GET', pathOf(escrow))
    expect([status, bytes.toString()]).toEqual([200, expect.stringContaining('Open your escrow')])
    expect(bytes.toString()).not.toContain(escrow.address)
  })

  test('answers alike for a wrong token and an unknown escrow, and the browser forgets the token', async () => {
    const unknown = { ...escrow, id: randomUUID() }
    const answers = [await look(WRONG), await look(WRONG, '', unknown)]
    const shown = answers.map(({ status, bytes }) => [status, bytes.toString().replaceAll(/nonce="[^"]+"|value="[^"]+"/g, '')])
    expect(shown[0]).toEqual(shown[1])
    expect(shown[0]).toEqual([403, expect.stringContaining('This token does not open this escrow.')])
    expect(answers.map(({ headers }) => String(headers['set-cookie']))).toEqual([
      expect.stringContaining('Max-Age=0'),
      expect.stringContaining('Max-Age=0'),
    ])
  })

  test.each(['/escrow/manage', '/escrow/manage?id=1', `/escrow/manage?id=x&token=${WRONG}`])('leads nowhere from %s', async (path) => {
    const { status, bytes } = await say('GET', path)
    expect([status, bytes.toString()]).toEqual([404, expect.stringContaining('This link leads to no escrow')])
  })

  test('asks only about actions that the party may take now', async () => {
    for (const action of ['release', 'nothing', 'toString']) expect(formTokenIn(await look(escrow.depositor, `&do=${action}`))).toBe('')
    await fund(escrow)
    expect(formTokenIn(await look(escrow.beneficiary, '&do=release'))).toBe('')
    expect(formTokenIn(await look(escrow.depositor, '&do=release'))).not.toBe('')
  })
})

describe('POST /escrow/manage', () => {
  test('takes a token that opens the escrow, and no other', async () => {
    const send = (token: string) =>
      say('POST', pathOf(escrow), { headers: FORM, body: new URLSearchParams({ action: 'open', token }).toString() })
    const right = await send(` ${escrow.beneficiary} `)
    expect([right.status, right.headers['location']]).toEqual([303, pathOf(escrow)])
    expect(String(right.headers['set-cookie'])).toContain(`__Host-escrow-${escrow.id}=${escrow.beneficiary};`)
    const wrong = await send(WRONG)
    expect([wrong.status, wrong.bytes.toString()]).toEqual([403, expect.stringContaining('This token does not open this escrow.')])
    expect(wrong.bytes.toString()).not.toContain(WRONG)
  })

  test('releases once, however often the button is pressed', async () => {
    await fund(escrow)
    const answers = await Promise.all([confirm(escrow.depositor, 'release'), confirm(escrow.depositor, 'release')])
    expect(answers.map(({ status, headers }) => [status, headers['location']])).toEqual([
      [303, pathOf(escrow)],
      [303, pathOf(escrow)],
    ])
    expect((await historyOf()).filter(({ eventType }) => eventType === 'released')).toHaveLength(1)
    expect((await look(escrow.beneficiary)).bytes.toString()).toContain('Released to the beneficiary')
  })

  test('refunds with a reason, which the beneficiary reads', async () => {
    await fund(escrow)
    expect((await confirm(escrow.depositor, 'refund', { reason: ' Never sent.\r\nNot once. ' })).status).toBe(303)
    expect((await historyOf()).at(-1)).toEqual({
      eventType: 'refunded',
      actor: 'depositor',
      details: { reason: 'Never sent.\nNot once.' },
    })
    expect((await look(escrow.beneficiary)).bytes.toString()).toContain('Never sent.\nNot once.')
  })

  test('disputes with a reason of 1 to 2,000 characters, and keeps what was typed', async () => {
    await fund(escrow)
    const empty = await confirm(escrow.beneficiary, 'dispute', { reason: ' \r\n ' })
    expect([empty.status, empty.bytes.toString()]).toEqual([400, expect.stringContaining('Say what went wrong.')])
    const long = await confirm(escrow.beneficiary, 'dispute', { reason: 'é'.repeat(2_001) })
    expect([long.status, long.bytes.toString()]).toEqual([400, expect.stringContaining('é'.repeat(2_001))])
    const script = '<script>alert(1)</script>'
    expect((await confirm(escrow.beneficiary, 'dispute', { reason: script })).status).toBe(303)
    expect(await row()).toEqual({ state: 'disputed', disputeReason: script })
    const shown = (await look(escrow.depositor)).bytes.toString()
    expect(shown).toContain('Opened by the beneficiary.')
    expect(shown).not.toContain(script)
  })

  test('tells a party whose decision comes too late that nothing has changed', async () => {
    await fund(escrow)
    const form_token = formTokenIn(await look(escrow.depositor, '&do=refund'))
    expect((await confirm(escrow.depositor, 'release')).status).toBe(303)
    const late = await press(escrow.depositor, { action: 'refund', form_token })
    expect([late.status, late.bytes.toString()]).toEqual([400, expect.stringContaining('That is no longer possible')])
    expect((await row()).state).toBe('released')
  })

  test('refuses the depositor’s actions to the beneficiary', async () => {
    await fund(escrow)
    const form_token = formTokenIn(await look(escrow.beneficiary, '&do=dispute'))
    for (const action of ['release', 'refund']) expect((await press(escrow.beneficiary, { action, form_token })).status).toBe(403)
    expect((await row()).state).toBe('funded')
  })

  test('refuses forms of other pages: of another origin, without the token of the form, or with one of another party', async () => {
    await fund(escrow)
    const form_token = formTokenIn(await look(escrow.depositor, '&do=release'))
    const other = formTokenIn(await look(escrow.beneficiary, '&do=dispute'))
    const fields = { action: 'release', form_token }
    const refused = [
      await press(escrow.depositor, fields, { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }),
      await press(escrow.depositor, fields, { 'sec-fetch-site': 'same-site' }),
      await press(escrow.depositor, { action: 'release' }),
      await press(escrow.depositor, { action: 'release', form_token: other }),
      await press(escrow.depositor, fields, { cookie: 'other=1' }),
    ]
    expect(refused.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403])
    expect((await row()).state).toBe('funded')
  })
})

describe('somebody who tries tokens', () => {
  test('is told to wait, while the party goes on reading', async () => {
    const statuses = new Set<number>()
    for (let tried = 0; tried < 60 && !statuses.has(429); tried++) statuses.add((await look(WRONG)).status)
    expect([...statuses]).toEqual([403, 429])
    expect(heard.at(-1)?.bytes.toString()).toContain('Too many requests')
    expect((await look(escrow.depositor)).status).toBe(200)
  })
})

test('no answer names a token except to the browser that keeps it, and no log line does', () => {
  const shown = heard.map(({ bytes, headers }) => JSON.stringify([bytes.toString(), { ...headers, 'set-cookie': undefined }])).join('\n')
  const logged = JSON.stringify(server.logged)
  expect(tokens.filter((token) => shown.includes(token) || logged.includes(token))).toEqual([])
})
