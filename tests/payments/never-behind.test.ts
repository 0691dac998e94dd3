import type { ShownPayment } from '@gateway/scripts/demo/client'
import { eventually } from '@gateway/testing/wait'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pay } from '../support/customer.ts'
import { LIFE, untilForwarded } from '../support/forwarding.ts'
import { say } from '../support/say.ts'
import { openShop, type Shop } from '../support/shop.ts'
import { sharedStory } from '../support/shared-story.ts'
import type { Story } from '../support/story.ts'

/** A payment as a webhook shows it, and as the API shows it before the webhook is answered. */
interface Seen {
  readonly type: string
  readonly told: ShownPayment
  readonly read: ShownPayment
  /** The payment in the list of all, and whether the list by its former status still has it. */
  readonly listed: ShownPayment | undefined
  readonly isListedAsBefore: boolean
}

/** Statuses of a regular payment, in order. */
const STATUSES = ['pending', 'detected', 'confirmed', 'forwarding', 'forwarded']

let story: Story
let shop: Shop
let server: Server
const seen: Seen[] = []
const trouble: unknown[] = []
beforeAll(async () => {
  story = await sharedStory()
  server = createServer((request, response) => {
    const heard = hear(request).catch((error: unknown) => void trouble.push(error))
    void heard.then(() => response.end('{}'))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const webhookUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  shop = await openShop(story.gateway.api, story.shop.wallets, { webhook_url: webhookUrl, webhook_events: LIFE })
})
afterAll(async () => {
  server?.closeAllConnections()
  server?.close()
  shop?.receiver.close()
  await story?.close()
})

const get = async (path: string) => (await say(story.gateway.api, `GET ${path}`, { key: shop.key })).body

/** Receives a webhook about a payment, and reads the payment before answering it. */
async function hear(request: IncomingMessage): Promise<void> {
  const chunks: Buffer[] = await request.toArray()
  // The API's own tests check the shapes of webhooks and responses.
  const { type, data } = JSON.parse(Buffer.concat(chunks).toString()) as {
    type: string
    data: { payment: ShownPayment; previous_status: string | null }
  }
  const { payment: told, previous_status: before } = data
  const [one, all, former] = await Promise.all([
    get(`/payments/${told.id}`),
    get('/payments'),
    before === null || before === told.status ? { payments: [] } : get(`/payments?status=${before}`),
  ])
  const find = ({ payments }: typeof all) => (payments as ShownPayment[]).find(({ id }) => id === told.id)
  seen.push({ type, told, read: one['payment'] as ShownPayment, listed: find(all), isListedAsBefore: find(former) !== undefined })
}

/** True when a payment is as the webhook shows it, or further on. */
const isAsTold = (read: ShownPayment | undefined, told: ShownPayment): boolean =>
  read !== undefined &&
  STATUSES.indexOf(read.status) >= STATUSES.indexOf(told.status) &&
  read.confirmations >= told.confirmations &&
  Number(read.amount_received) >= Number(told.amount_received) &&
  (told.forward_tx_hash === null || read.forward_tx_hash === told.forward_tx_hash)

test('a payment read during its webhook is never older than the webhook, alone or in lists', async () => {
  const payments = await Promise.all(['BTC', 'ETH', 'USDC_ETH'].map((blockchain) => shop.ask({ blockchain })))
  for (const payment of payments) await pay(story, payment)
  await Promise.all(payments.map((payment) => untilForwarded({ ...story, shop }, payment)))
  const typesOf = ({ id }: ShownPayment) => new Set(seen.filter(({ told }) => told.id === id).map(({ type }) => type))
  await eventually('every webhook', async () => trouble.length > 0 || payments.every((payment) => typesOf(payment).size >= LIFE.length))
  expect(trouble).toEqual([])
  expect(payments.map(typesOf)).toEqual(payments.map(() => new Set(LIFE)))
  expect(seen.filter(({ told, read }) => !isAsTold(read, told))).toEqual([])
  expect(seen.filter(({ told, listed }) => !isAsTold(listed, told))).toEqual([])
  expect(seen.filter(({ isListedAsBefore }) => isListedAsBefore)).toEqual([])
})
