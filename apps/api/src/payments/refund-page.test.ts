import { tables } from '@gateway/db/tables'
import { cancelRefund } from '@gateway/operations/payments/refunds/cancel-refund'
import { expirePayment } from '@gateway/operations/payments/endings/expire-payment'
import { offerRefund } from '@gateway/operations/payments/refunds/offer-refund'
import { openChain, output, type TestChain } from '@gateway/operations/testing/test-chain'
import { PAYER } from '@gateway/operations/testing/test-refunds'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { MERCHANT_BTC, openShop, REFUND_HOLD_HOURS, startTestServer, type TestServer } from '../test-server.ts'

const BROWSER = { accept: 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.8' }
const FORM = { ...BROWSER, 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin', origin: 'null' }
const HOUR_MS = 60 * 60_000
const WINDOW_MS = 15 * 60_000

let server: TestServer
let btc: TestChain
let payment: { readonly id: string; readonly payment_address: string }
let token: string
beforeAll(async () => {
  server = await startTestServer()
  const { key } = await openShop(server, { name: 'Kestrel & Sons' })
  btc = await openChain(server.api, 'BTC')
  payment = await heldPayment(key)
})
beforeEach(async () => {
  token = await freshLink()
  server.logged.length = 0
})
/** Tokens that a log line contained. */
const leaked: string[] = []
afterEach(() => void leaked.push(...(JSON.stringify(server.logged).includes(token) ? [token] : [])))
afterAll(() => server.close())

const db = () => tables(server.api.orm.em.fork())

/** A payment that is over, with a part of its amount held. */
async function heldPayment(key: string): Promise<typeof payment> {
  const { body } = await server.say('POST', '/api/payments/create', { key, body: { amount: 60, blockchain: 'BTC' } })
  const [id, address] = [String(body['id']), String(body['payment_address'])]
  await btc.mine({ transfers: [output(address, 40_000n, { tx: 1 })], at: server.api.clock.now() })
  server.api.clock.advance(WINDOW_MS)
  await db().updateTable('chain_cursor').set({ knownUntil: server.api.clock.now() }).execute()
  await expirePayment(server.api, { paymentId: id })
  return { id, payment_address: address }
}

/** A new link, after the refund of the test before is withdrawn. */
async function freshLink(linkDays = 30): Promise<string> {
  const by = 'operator:anna'
  const open = await db().selectFrom('refund').select('id').where('state', 'in', ['offered', 'claimed']).execute()
  if (open.length > 0) await cancelRefund(server.api, { paymentId: payment.id, by })
  return (await offerRefund(server.api, { paymentId: payment.id, by, linkDays })).token
}

const open = (path = `/refund/${token}`, headers: Readonly<Record<string, string>> = BROWSER) => server.say('GET', path, { headers })
const post = (fields: Readonly<Record<string, string>>, headers: Readonly<Record<string, string>> = FORM, path = `/refund/${token}`) =>
  server.say('POST', path, { headers, body: new URLSearchParams(fields).toString() })
const claim = (address: string) => post({ step: 'claim', address })
const refunds = () => db().selectFrom('refund').select(['state', 'address']).orderBy('offeredAt').orderBy('id').execute()
/** The one that is not withdrawn. */
const current = async () => (await refunds()).find(({ state }) => state !== 'withdrawn')
const terms = () => db().selectFrom('payout_terms').select('recipients').where('subject', '=', 'refund').execute()

describe('GET /refund/{token}', () => {
  test('shows the offer under the headers of public pages, and changes nothing however often it is opened', async () => {
    const [before, { status, headers, bytes }] = [await refunds(), await open()]
    const html = bytes.toString()
    expect(status).toBe(200)
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'content-language': 'en',
    })
    expect(headers['content-security-policy']).toMatch(
      /^default-src 'none'; script-src 'nonce-[^']+' 'strict-dynamic';.*form-action 'self'/,
    )
    for (const part of ['Kestrel &amp; Sons', '0.0004 BTC', 'Your <bdi>Bitcoin regtest</bdi> address']) expect(html).toContain(part)
    for (const secret of [token, payment.payment_address, MERCHANT_BTC]) expect(html).not.toContain(secret)
    await Promise.all([open(), open(), server.say('HEAD', `/refund/${token}`)])
    expect(await refunds()).toEqual(before)
  })

  test('speaks the language of the browser, and the one that is asked for first', async () => {
    const german = { ...BROWSER, 'accept-language': 'de-AT,de;q=0.9' }
    expect((await open(`/refund/${token}`, german)).bytes.toString()).toContain('<html lang="de" dir="ltr"')
    expect((await open(`/refund/${token}?lang=ar`, german)).bytes.toString()).toContain('<html lang="ar" dir="rtl"')
  })

  test('answers alike for a link that is unknown, malformed, replaced or expired: 404, for a shopper, without a word about what exists', async () => {
    const replaced = token
    token = await freshLink(0)
    const paths = ['/refund/ret_nothing', '/refund/x', `/refund/${replaced}`, `/refund/${token}`]
    const answers = await Promise.all(paths.map((path) => open(path)))
    const shown = answers.map(({ status, bytes }) => [status, bytes.toString().replaceAll(/nonce="[^"]+"/g, '')])
    expect(new Set(shown.map(String)).size).toBe(1)
    expect(shown[0]).toEqual([404, expect.stringContaining('This refund link does not work')])
    expect(shown[0]?.[1]).not.toContain('Kestrel')
  })

  test('answers JSON to a program', async () => {
    const { status, body } = await open('/refund/ret_nothing', { accept: '*/*' })
    expect([status, body['code']]).toEqual([404, 'NOT_FOUND'])
  })
})

describe('POST /refund/{token}', () => {
  test('asks before it claims: the review shows the canonical address and the waiting time, and stores nothing', async () => {
    const { status, bytes } = await post({ step: 'review', address: ` ${PAYER.toUpperCase().replace(/(.{4})/g, '$1 ')}` })
    const html = bytes.toString()
    expect(status).toBe(200)
    expect(html).toContain(`name="address" value="${PAYER}"`)
    expect(html).toContain('48 hours')
    expect(await current()).toEqual({ state: 'offered', address: null })
  })

  test('claims with the last button, and leads back to the page in its language', async () => {
    const { status, headers } = await post({ step: 'claim', address: PAYER }, FORM, `/refund/${token}?lang=de`)
    expect([status, headers['location'], headers['cache-control']]).toEqual([303, `/refund/${token}?lang=de`, 'no-store'])
    expect(await current()).toEqual({ state: 'claimed', address: PAYER })
    const [row] = await db().selectFrom('refund').select(['claimedAt', 'usableAt']).where('state', '=', 'claimed').execute()
    expect((row?.usableAt?.getTime() ?? 0) - (row?.claimedAt?.getTime() ?? 0)).toBe(REFUND_HOLD_HOURS * HOUR_MS)
    const shown = (await open(String(headers['location']))).bytes.toString()
    expect(shown).toContain('<html lang="de"')
    expect(shown).toContain('Ihre Rückerstattung wird frühestens am')
    const entries = await db().selectFrom('audit_entry').select(['actor', 'action']).where('action', '=', 'return.claim').execute()
    expect(entries.at(-1)).toEqual({ actor: 'payer', action: 'return.claim' })
  })

  test.each([
    ['review', 'hello', 'This is not a <bdi>Bitcoin regtest</bdi> address.'],
    ['claim', 'hello', 'This is not a <bdi>Bitcoin regtest</bdi> address.'],
    ['review', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', 'This address is of another network.'],
    ['review', '', 'Enter the address that the money is sent to.'],
    ['claim', '', 'Enter the address that the money is sent to.'],
    ['review', `"><script>alert(1)</script>`, 'This is not a <bdi>Bitcoin regtest</bdi> address.'],
  ])('%s refuses the address "%s" in the field, and keeps it', async (step, address, sentence) => {
    const { status, bytes } = await post({ step, address })
    const html = bytes.toString()
    expect(status).toBe(400)
    expect(html).toContain(sentence)
    expect(html).toContain('aria-describedby="address-error"')
    expect(html).not.toContain('<script>alert')
    expect(await current()).toEqual({ state: 'offered', address: null })
  })

  test('returns to the form with the typed address', async () => {
    const { status, bytes } = await post({ step: 'edit', address: PAYER })
    expect([status, bytes.toString()]).toEqual([200, expect.stringContaining(`value="${PAYER}"`)])
  })

  test('takes a missing step for a question', async () => {
    expect((await post({ address: PAYER })).status).toBe(200)
    expect((await post({ step: 'toString', address: PAYER })).status).toBe(200)
    expect(await current()).toEqual({ state: 'offered', address: null })
  })

  test('answers 404 for a link that does not work', async () => {
    const { status, bytes } = await post({ step: 'claim', address: PAYER }, FORM, '/refund/ret_nothing')
    expect([status, bytes.toString()]).toEqual([404, expect.stringContaining('This refund link does not work')])
  })

  test.each([
    ['text/plain', 415],
    ['application/json', 415],
    ['multipart/form-data; boundary=x', 415],
    ['', 415],
  ])('refuses a body of type "%s"', async (type, expected) => {
    const { status } = await post({ step: 'claim', address: PAYER }, { ...FORM, 'content-type': type })
    expect(status).toBe(expected)
    expect(await current()).toEqual({ state: 'offered', address: null })
  })

  test('refuses a body above 64 KiB, and one that is not UTF-8', async () => {
    expect((await post({ step: 'claim', address: 'x'.repeat(65 * 1024) })).status).toBe(413)
    const broken = Buffer.concat([Buffer.from('address='), Buffer.from([0xff])])
    expect((await server.say('POST', `/refund/${token}`, { headers: FORM, body: broken })).status).toBe(400)
  })

  test.each([
    ['cross-site', 'https://evil.example'],
    ['same-site', 'https://other.gateway.test'],
    ['cross-site', 'https://gateway.test'],
  ])('refuses a form that a page of another origin has sent (%s, %s)', async (site, origin) => {
    const { status, bytes } = await post({ step: 'claim', address: PAYER }, { ...FORM, 'sec-fetch-site': site, origin })
    expect([status, bytes.toString()]).toEqual([403, expect.stringContaining('This request was not taken')])
    expect(await current()).toEqual({ state: 'offered', address: null })
  })

  test.each([
    [{ origin: 'https://evil.example' }, 403],
    [{ origin: 'https://gateway.test' }, 200],
    [{ origin: 'null' }, 200],
    [{}, 200],
  ])('goes by the origin where the browser sends no fetch metadata: %j gets %i', async (from, expected) => {
    const { 'content-type': type, accept } = FORM
    expect((await post({ step: 'review', address: PAYER }, { accept, 'content-type': type, ...from })).status).toBe(expected)
  })

  test('counts against the limit of other pages', async () => {
    const { headers } = await post({ step: 'review', address: PAYER })
    expect(headers['ratelimit']).toMatch(/^"default";r=\d+;t=\d+$/)
  })
})

describe('two claims by one link', () => {
  test('lead to one claimed refund when both name the same address, and store one set of terms', async () => {
    const before = (await terms()).length
    const answers = await Promise.all([claim(PAYER), claim(PAYER), claim(PAYER.toUpperCase())])
    expect(answers.map(({ status }) => status)).toEqual([303, 303, 303])
    expect((await terms()).length - before).toBe(1)
    expect((await post({ step: 'review', address: PAYER })).status).toBe(303)
  })

  test('let exactly one of two addresses win, and tell the other payer which one is named', async () => {
    const before = (await terms()).length
    const answers = await Promise.all([claim(PAYER), claim(MERCHANT_BTC)])
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([303, 400])
    const refused = answers.find(({ status }) => status === 400)?.bytes.toString() ?? ''
    expect(refused).toContain('Another address was named before yours')
    expect(refused).toContain('tell <bdi>Kestrel &amp; Sons</bdi> at once')
    expect((await terms()).length - before).toBe(1)
    const row = await current()
    expect(row?.state).toBe('claimed')
    expect(answers.map(({ status }) => (status === 303 ? 'won' : 'lost'))).toEqual(
      row?.address === PAYER ? ['won', 'lost'] : ['lost', 'won'],
    )
  })
})

test('no log line of any of these requests contains the token', () => {
  expect(leaked).toEqual([])
})

describe('a payment that completes while its refund is offered', () => {
  test('tells the payer that nothing is sent back, and takes no address', async () => {
    await btc.mine({ transfers: [output(payment.payment_address, 60_000n, { tx: 2 })], at: server.api.clock.now() })
    expect((await open()).bytes.toString()).toContain('The payment was completed')
    for (const step of ['review', 'claim']) {
      const { status, bytes } = await post({ step, address: PAYER })
      expect([status, bytes.toString()]).toEqual([400, expect.stringContaining('nothing is sent back')])
    }
    expect(await current()).toEqual({ state: 'offered', address: null })
  })
})
