import { tables } from '@gateway/db/tables'
import { openChain, output, type TestChain, txOf } from '@gateway/operations/testing/test-chain'
import { PAYER } from '@gateway/operations/testing/test-refunds'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { MERCHANT_BTC, openShop, startTestServer, type TestServer } from '../../test-server.ts'

const BROWSER = { accept: 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.8' }
const FORM = { ...BROWSER, 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin', origin: 'null' }
const DAY_MS = 24 * 60 * 60_000

let server: TestServer
let btc: TestChain
let key: string
let payment: { readonly id: string; readonly payment_address: string }
/** The current refund, and the tokens of its two links. */
let refund: { readonly id: string; readonly payer: string; readonly pay: string }
/** Tokens that a log line contained. */
const leaked: string[] = []
beforeAll(async () => {
  server = await startTestServer()
  key = (await openShop(server, { name: 'Kestrel & Sons' })).key
  btc = await openChain(server.api, 'BTC')
  payment = await completedPayment()
})
beforeEach(async () => {
  refund = await freshRefund()
  server.logged.length = 0
})
afterEach(() => void leaked.push(...[refund.payer, refund.pay].filter((token) => JSON.stringify(server.logged).includes(token))))
afterAll(() => server.close())

const db = () => tables(server.api.orm.em.fork())
const rows = () =>
  db().selectFrom('assisted_refund').select(['state', 'address', 'namedBy']).where('id', '=', refund.id).executeTakeFirstOrThrow()
const named = () => db().selectFrom('refund_transaction').select(['txId', 'namedBy', 'state']).where('refundId', '=', refund.id).execute()

/** A payment whose money is the merchant's. */
async function completedPayment(): Promise<typeof payment> {
  const { body } = await server.say('POST', '/api/payments/create', {
    key,
    body: { amount: 60, blockchain: 'BTC', description: 'Order 4192' },
  })
  const [id, address] = [String(body['id']), String(body['payment_address'])]
  await btc.mine({ transfers: [output(address, 100_000n, { tx: 1 })], at: server.api.clock.now() })
  await btc.mineEmpty(6)
  return { id, payment_address: address }
}

/** A new refund of half the payment, after that of the test before is cancelled. */
async function freshRefund(): Promise<typeof refund> {
  if (refund) await server.say('POST', `/api/payments/${payment.id}/refunds/${refund.id}/cancel`, { key })
  const { status, body } = await server.say('POST', `/api/payments/${payment.id}/refunds`, {
    key,
    body: { amount: 30, reason: 'Out of stock' },
  })
  expect([status, body['status']]).toEqual([201, 'offered'])
  const tokenOf = (url: unknown): string => String(url).split('/').at(-1) ?? ''
  return { id: String(body['id']), payer: tokenOf(body['refund_url']), pay: tokenOf(body['pay_url']) }
}

const open = (path: string, headers: Readonly<Record<string, string>> = BROWSER) => server.say('GET', path, { headers })
const post = (path: string, fields: Readonly<Record<string, string>>, headers: Readonly<Record<string, string>> = FORM) =>
  server.say('POST', path, { headers, body: new URLSearchParams(fields).toString() })
const payerPath = () => `/refund/${refund.payer}`
const payPath = () => `/pay-refund/${refund.pay}`
const claim = (address: string) => post(payerPath(), { step: 'claim', address })

describe('GET /refund/{token} of a refund that the merchant pays', () => {
  test('shows the offer under the headers of public pages, names no secret, and changes nothing however often it is opened', async () => {
    const { status, headers, bytes } = await open(payerPath())
    const html = bytes.toString()
    expect(status).toBe(200)
    expect(headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
    for (const part of ['Kestrel &amp; Sons', '0.0005 BTC', 'Out of stock', 'Order 4192', 'Your <bdi>Bitcoin regtest</bdi> address'])
      expect(html).toContain(part)
    for (const secret of [refund.payer, refund.pay, payment.payment_address, MERCHANT_BTC]) expect(html).not.toContain(secret)
    await Promise.all([open(payerPath()), server.say('HEAD', payerPath())])
    expect(await rows()).toMatchObject({ state: 'offered', address: null })
  })

  test('answers alike for links that are unknown and replaced', async () => {
    const answers = await Promise.all(['/refund/ret_nothing', '/pay-refund/ret_nothing', '/pay-refund/x'].map((path) => open(path)))
    const shown = answers.map(({ status, bytes }) => [status, bytes.toString().replaceAll(/nonce="[^"]+"/g, '')])
    expect(new Set(shown.map(String)).size).toBe(1)
    expect(shown[0]).toEqual([404, expect.stringContaining('This refund link does not work')])
  })
})

describe('POST /refund/{token} of a refund that the merchant pays', () => {
  test('asks before it names: the review shows the canonical address, and stores nothing', async () => {
    const { status, bytes } = await post(payerPath(), { step: 'review', address: ` ${PAYER.toUpperCase().replace(/(.{4})/g, '$1 ')}` })
    expect([status, bytes.toString()]).toEqual([200, expect.stringContaining(`name="address" value="${PAYER}"`)])
    expect(bytes.toString()).not.toContain('48 hours')
    expect(await rows()).toMatchObject({ state: 'offered', address: null })
  })

  test('names with the last button, leads back to the page in its language, and repeats that for the same address', async () => {
    const path = `${payerPath()}?lang=de`
    const { status, headers } = await post(path, { step: 'claim', address: PAYER })
    expect([status, headers['location']]).toEqual([303, path])
    expect(await rows()).toEqual({ state: 'named', address: PAYER, namedBy: 'payer' })
    expect((await open(path)).bytes.toString()).toContain('hat Ihre Adresse und kann zahlen')
    expect((await claim(PAYER)).status).toBe(303)
  })

  test('returns to the form with the typed address', async () => {
    const { status, bytes } = await post(payerPath(), { step: 'edit', address: PAYER })
    expect([status, bytes.toString()]).toEqual([200, expect.stringContaining(`value="${PAYER}"`)])
  })

  test.each([
    ['review', 'hello', 'This is not a <bdi>Bitcoin regtest</bdi> address.'],
    ['claim', 'hello', 'This is not a <bdi>Bitcoin regtest</bdi> address.'],
    ['review', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', 'This address is of another network.'],
    ['review', '', 'Enter the address that the money is sent to.'],
    ['claim', '', 'Enter the address that the money is sent to.'],
  ])('%s refuses the address "%s" in the field, and keeps it', async (step, address, sentence) => {
    const { status, bytes } = await post(payerPath(), { step, address })
    expect([status, bytes.toString()]).toEqual([400, expect.stringContaining(sentence)])
    expect(await rows()).toMatchObject({ state: 'offered', address: null })
  })

  test('lets one of two addresses win, and tells the other payer which one is named', async () => {
    const answers = await Promise.all([claim(PAYER), claim(MERCHANT_BTC)])
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([303, 400])
    const refused = answers.find(({ status }) => status === 400)?.bytes.toString()
    expect(refused).toContain('Another address was named before yours')
  })

  test('names nothing by the link of whoever pays', async () => {
    for (const step of ['review', 'claim']) expect((await post(`/refund/${refund.pay}`, { step, address: PAYER })).status).toBe(404)
    expect(await rows()).toMatchObject({ state: 'offered', address: null })
  })

  test('refuses a form that a page of another origin has sent', async () => {
    const { status } = await post(payerPath(), { step: 'claim', address: PAYER }, { ...FORM, 'sec-fetch-site': 'cross-site' })
    expect([status, await rows()]).toEqual([403, { state: 'offered', address: null, namedBy: null }])
  })
})

describe('/pay-refund/{token}', () => {
  test('waits for an address, then shows where to pay, exactly', async () => {
    expect((await open(payPath())).bytes.toString()).toContain('The payer has not named an address yet')
    await claim(PAYER)
    const { status, headers, bytes } = await open(payPath())
    const html = bytes.toString()
    expect([status, headers['cache-control']]).toEqual([200, 'no-store'])
    for (const part of [`data-copy="${PAYER}"`, 'data-copy="0.0005"', `href="bitcoin:${PAYER}?amount=0.0005`, 'id="qr-link"'])
      expect(html).toContain(part)
    for (const secret of [refund.payer, refund.pay]) expect(html).not.toContain(secret)
  })

  test('has a node asked for the transaction that was named, once', async () => {
    await claim(PAYER)
    const txId = txOf(77)
    for (const typed of [txId, ` ${txId.toUpperCase()} `]) {
      const { status, headers } = await post(`${payPath()}?lang=fr`, { tx_hash: typed })
      expect([status, headers['location']]).toEqual([303, `${payPath()}?lang=fr`])
    }
    expect(await named()).toEqual([{ txId, namedBy: 'pay_link', state: 'waiting' }])
    expect((await open(payPath())).bytes.toString()).toMatch(new RegExp(`Looked for[^]*${txId}`))
  })

  test('takes five transactions by the link, and says that there is no room for a sixth', async () => {
    await claim(PAYER)
    for (const tx of [71, 72, 73, 74, 75]) expect((await post(payPath(), { tx_hash: txOf(tx) })).status).toBe(303)
    const { status, bytes } = await post(payPath(), { tx_hash: txOf(76) })
    expect([status, bytes.toString()]).toEqual([400, expect.stringContaining('This link takes no further transaction.')])
    expect(await named()).toHaveLength(5)
  })

  test.each([
    ['', 'Enter the transaction ID.'],
    ['hello', 'This is not a transaction ID of <bdi>Bitcoin regtest</bdi>.'],
    [`"><script>alert(1)</script>`, 'This is not a transaction ID of'],
  ])('refuses the transaction "%s" in the field', async (typed, sentence) => {
    await claim(PAYER)
    const { status, bytes } = await post(payPath(), { tx_hash: typed })
    expect([status, bytes.toString()]).toEqual([400, expect.stringContaining(sentence)])
    expect(bytes.toString()).not.toContain('<script>alert')
    expect(await named()).toEqual([])
  })

  test('takes no transaction by the payer’s link, nor before an address is named, nor from a page of another origin', async () => {
    expect((await post(payPath(), { tx_hash: txOf(78) })).status).toBe(303)
    await claim(PAYER)
    expect((await post(`/pay-refund/${refund.payer}`, { tx_hash: txOf(78) })).status).toBe(404)
    expect((await post(payPath(), { tx_hash: txOf(78) }, { ...FORM, 'sec-fetch-site': 'same-site' })).status).toBe(403)
    expect(await named()).toEqual([])
  })

  test('says on both pages that the refund was cancelled', async () => {
    await claim(PAYER)
    await server.say('POST', `/api/payments/${payment.id}/refunds/${refund.id}/cancel`, { key })
    expect((await open(payPath())).bytes.toString()).toContain('Do not pay it: nothing that arrives counts any more.')
    expect((await open(payerPath())).bytes.toString()).toContain('has cancelled this refund')
    expect((await open(payPath())).bytes.toString()).not.toContain(PAYER)
  })

  test('counts against the limit of other pages', async () => {
    expect((await open(payPath())).headers['ratelimit']).toMatch(/^"default";r=\d+;t=\d+$/)
  })
})

test('no log line of any of these requests contains a token', () => {
  expect(leaked).toEqual([])
})

describe('an offer whose time is over', () => {
  test('is shown as expired at once, takes no address, and says who renews it', async () => {
    server.api.clock.advance(15 * DAY_MS)
    expect((await open(payerPath())).bytes.toString()).toContain('This refund has expired')
    const { status, bytes } = await claim(PAYER)
    expect([status, bytes.toString()]).toEqual([400, expect.stringContaining('to renew it: you then get a new link.')])
    expect((await open(payPath())).bytes.toString()).toContain('Do not pay it now.')
  })
})
