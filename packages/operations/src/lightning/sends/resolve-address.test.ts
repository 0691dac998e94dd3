import { tables } from '@gateway/db/tables'
import { findDestination } from '@gateway/domain/lightning/destination'
import { InvalidDestination, InvalidSats, LightningAway } from '@gateway/domain/lightning/errors'
import fc from 'fast-check'
import { sql } from 'kysely'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { skipWaits } from '../../testing/test-skip-waits.ts'
import { closeLightningShop, type LightningShop, openLightningShop } from '../../testing/test-lightning.ts'
import { resumeSend } from './send-lightning.ts'

const METADATA = '[["text/identifier","ann@elsewhere"],["text/plain","Grüße an Ann"]]'
const HASH = createHash('sha256').update(METADATA).digest('hex')

let shop: LightningShop
let host: Server
let at: string
let asked: string[]
/** What the host answers to the address, and to its callback. */
let address: (origin: string) => unknown
let callback: (amountMsat: bigint) => unknown
let status = 200
beforeAll(async () => {
  host = createServer(({ url = '' }, response) => {
    asked.push(url)
    const { pathname, searchParams } = new URL(url, 'http://host')
    const isCallback = pathname === '/callback'
    const body = isCallback ? callback(BigInt(searchParams.get('amount') ?? 0)) : address(`http://${at}`)
    const headers = status === 302 ? { location: `http://${at}/elsewhere` } : {}
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
  }).listen(0, '127.0.0.1')
  await once(host, 'listening')
  // A port of a server that listens is a number.
  const { port } = host.address() as AddressInfo
  at = `127.0.0.1:${port}`
  shop = await openLightningShop()
  Object.assign(shop.ctx, { egress: { allow: [{ host: '127.0.0.1', port }] } })
  await shop.enable('main')
  await shop.fund('main', 5_000)
})
afterAll(async () => {
  host.close()
  await closeLightningShop(shop)
})
beforeEach(() => {
  asked = []
  status = 200
  address = (origin) => ({
    tag: 'payRequest',
    callback: `${origin}/callback?session=1`,
    minSendable: 1_000,
    maxSendable: 2_000_000,
    metadata: METADATA,
  })
  callback = (amountMsat) => ({ pr: shop.node.foreign({ amountMsat, descriptionHash: HASH }).paymentRequest, routes: [] })
})

const send = (sats = 100) => shop.send('main', `Ann@${at}`, sats)

test('an address is asked twice, and the invoice that it gives is paid', async () => {
  expect(await send()).toMatchObject({ state: 'settled', amountMsat: 100_000n, destination: `ann@${at}` })
  expect(asked).toEqual(['/.well-known/lnurlp/ann', '/callback?session=1&amount=100000'])
})

test('an address is resolved once, however often its payment is asked about', async () => {
  callback = (amountMsat) => {
    const { paymentRequest, paymentHash } = shop.node.foreign({ amountMsat, descriptionHash: HASH })
    shop.node.outcomes.set(paymentHash, { kind: 'not_found' })
    return { pr: paymentRequest }
  }
  const { id, paymentRequest } = await shop.sendPending('main', `ann@${at}`, 100)
  await shop.workAfter(60_000)
  await shop.workAfter(60_000)
  expect(asked).toHaveLength(2)
  const calls = shop.node.sent.filter((call) => call.paymentRequest === paymentRequest)
  expect(calls.length).toBeGreaterThan(1)
  for (const hash of shop.node.outcomes.keys())
    shop.node.outcomes.set(hash, { kind: 'failed', reason: 'NO_ROUTE', createdAt: shop.ctx.clock.now() })
  await shop.workAfter(60_000)
  expect(await shop.payment(id)).toMatchObject({ state: 'failed' })
})

test('a repeat of a send that was withdrawn pays the invoice that its address has given first', async () => {
  shop.node.isAway = true
  skipWaits(shop)
  await expect(send()).rejects.toBeInstanceOf(LightningAway)
  const { id, paymentRequest } = await tables(shop.ctx.orm.em.fork())
    .selectFrom('lightning_request')
    .select(['id', sql<string>`wanted ->> 'paymentRequest'`.as('paymentRequest')])
    .where('state', '=', 'withdrawn')
    .executeTakeFirstOrThrow()
  shop.node.isAway = false
  shop.ctx.clock.advance(60_000)
  expect(await resumeSend(shop.ctx, { id })).toMatchObject({ state: 'settled', paymentRequest })
  expect(asked).toHaveLength(2)
})

const wrong: readonly [name: string, prepare: () => void, error: unknown][] = [
  [
    'an invoice for another amount',
    () => (callback = (msat) => ({ pr: shop.node.foreign({ amountMsat: msat + 1n, descriptionHash: HASH }).paymentRequest })),
    InvalidDestination,
  ],
  [
    'an invoice for any amount',
    () => (callback = () => ({ pr: shop.node.foreign({ amountMsat: null, descriptionHash: HASH }).paymentRequest })),
    InvalidDestination,
  ],
  [
    'an invoice with another hash',
    () => (callback = (amountMsat) => ({ pr: shop.node.foreign({ amountMsat, descriptionHash: '0'.repeat(64) }).paymentRequest })),
    InvalidDestination,
  ],
  ['an error in its own words', () => (address = () => ({ status: 'ERROR', reason: 'nobody' })), InvalidDestination],
  [
    'a callback into a private network',
    () =>
      (address = () => ({ tag: 'payRequest', callback: 'https://10.0.0.1/', minSendable: 1, maxSendable: 10 ** 9, metadata: METADATA })),
    InvalidDestination,
  ],
  [
    'metadata without a text',
    () =>
      (address = (origin) => ({ tag: 'payRequest', callback: `${origin}/callback`, minSendable: 1, maxSendable: 10 ** 9, metadata: '[]' })),
    InvalidDestination,
  ],
  ['a redirect', () => (status = 302), InvalidDestination],
  [
    'less than is asked for',
    () =>
      (address = (origin) => ({
        tag: 'payRequest',
        callback: `${origin}/callback`,
        minSendable: 1,
        maxSendable: 99_999,
        metadata: METADATA,
      })),
    InvalidSats,
  ],
  ['no answer but trouble', () => (status = 502), LightningAway],
]
test.each(wrong)('an address that gives %s is not paid', async (_name, prepare, error) => {
  const before = await shop.balance('main')
  prepare()
  await expect(send()).rejects.toBeInstanceOf(error)
  expect(await shop.balance('main')).toEqual(before)
})

test('any text that names no host of a URL is refused as a destination, and is no fault of the gateway', async () => {
  const host = fc.stringMatching(/^(?:[a-z]{1,3}\.)?\d{1,4}(?:\.\d{1,4}){0,5}(?::\d{1,6})?$/)
  const texts = fc.oneof(
    fc.string(),
    host.map((named) => `ann@${named}`),
  )
  const examples = ['1.2.3.4.5', 'foo.123', 'a.com:99999'].map((named): [string] => [`ann@${named}`])
  const isRefused = (text: string): boolean => {
    const read = findDestination(text)
    return text.trim() !== '' && (read?.kind !== 'address' || !URL.canParse(`https://${read.host}`))
  }
  await fc.assert(
    fc.asyncProperty(texts.filter(isRefused), async (text) => {
      await expect(shop.send('main', text, 1)).rejects.toBeInstanceOf(InvalidDestination)
    }),
    { examples },
  )
})

test('an address that answers more than 16 KiB is not paid', async () => {
  const padded = address
  address = (origin) => ({ ...Object(padded(origin)), padding: 'x'.repeat(17 * 1024) })
  await expect(send()).rejects.toBeInstanceOf(InvalidDestination)
  address = (origin) => ({ ...Object(padded(origin)), padding: 'x'.repeat(15 * 1024) })
  expect(await send()).toMatchObject({ state: 'settled' })
})

test('the host of an address is not asked within the network of the gateway', async () => {
  for (const destination of ['ann@localhost', 'ann@10.0.0.1', 'ann@169.254.169.254', 'ann@[::1]'])
    await expect(shop.send('main', destination, 1)).rejects.toBeInstanceOf(InvalidDestination)
})
