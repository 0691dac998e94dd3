import { LONGEST_BUILD_MS } from '@gateway/devnet/downloads/obtain-go-program'
import { lightningInvoice, newLightningInvoice, payLightning } from '@gateway/devnet/lightning/lightning-wallet'
import { eventually } from '@gateway/testing/wait'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { enableWallet, type LightningWalletOf } from '../support/lightning.ts'
import { openStory, type Story } from '../support/story.ts'
import type { StoryLightning } from '../support/story-lightning.ts'

let story: Story
let lightning: StoryLightning
let wallet: LightningWalletOf
const other = () => lightning.nodes.other
const outgoing = (status: string) => ({ direction: 'outgoing', status }) as const
beforeAll(async () => {
  story = await openStory({ chains: ['BTC'], hasLightning: true })
  if (!story.lightning) throw new Error('it was asked for')
  lightning = story.lightning
  wallet = await enableWallet(story.shop, 'till')
}, LONGEST_BUILD_MS)
afterAll(() => story?.close())

/** Pays satoshis into the wallet. */
async function fill(sats: number): Promise<void> {
  const invoice = await wallet.invoice(sats)
  expect(await payLightning(other(), invoice)).toMatchObject({ status: 'SUCCEEDED' })
  await wallet.reaches(invoice.paymentHash, { direction: 'incoming', status: 'settled' })
}

test('A wallet is paid by another node and pays it back, to the satoshi, and the fee that no route took returns', async () => {
  const invoice = await wallet.invoice(100_000)
  const { preimage } = await payLightning(other(), invoice)
  expect(await wallet.reaches(invoice.paymentHash, { direction: 'incoming', status: 'settled' })).toMatchObject({
    amount_sats: 100_000,
    preimage,
  })
  expect(await wallet.balance()).toEqual({ balance: 100_000, available: 100_000, reserved: 0 })
  const bill = await newLightningInvoice(other(), { msat: 20_000_000n })
  const sent = await wallet.send(bill.paymentRequest)
  expect(sent).toMatchObject({ status: 200, body: { status: 'settled', payment_hash: bill.paymentHash, amount_sats: 20_000, fee_sats: 0 } })
  expect(await wallet.balance()).toEqual({ balance: 80_000, available: 80_000, reserved: 0 })
  expect(await wallet.send(bill.paymentRequest)).toMatchObject({ status: 409, body: { code: 'ALREADY_PAID' } })
  expect(await lightningInvoice(other(), bill)).toEqual({ state: 'SETTLED', paidMsat: 20_000_000n })
})

test('Three simultaneous sends of one invoice pay it once', async () => {
  const { balance } = await wallet.balance()
  const bill = await newLightningInvoice(other(), { msat: 700_000n })
  const answers = await Promise.all([1, 2, 3].map(() => wallet.send(bill.paymentRequest)))
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409])
  await wallet.reaches(bill.paymentHash, outgoing('settled'))
  expect(await wallet.balance()).toEqual({ balance: Number(balance) - 700, available: Number(balance) - 700, reserved: 0 })
  expect(await lightningInvoice(other(), bill)).toEqual({ state: 'SETTLED', paidMsat: 700_000n })
})

test('A node that refuses, or finds no way, costs nothing, and the reserve returns', async () => {
  const before = await wallet.balance()
  const expired = await newLightningInvoice(other(), { msat: 5_000n, expirySeconds: 1 })
  await eventually('the invoice to expire', async () => (await lightningInvoice(other(), expired)).state === 'CANCELED')
  expect(await wallet.send(expired.paymentRequest)).toMatchObject({ status: 400 })
  const below = await newLightningInvoice(other(), { msat: 999n })
  expect(await wallet.send(below.paymentRequest)).toMatchObject({ status: 200, body: { status: 'failed' } })
  // The node itself refuses what is booked: its own invoice, which this service has not made.
  const own = await newLightningInvoice(lightning.nodes.gateway, { msat: 5_000n })
  expect(await wallet.send(own.paymentRequest)).toMatchObject({ status: 200, body: { status: 'failed' } })
  expect(await wallet.balance()).toEqual(before)
})

test('While the node is away nothing is promised, and what breaks off in its hands is found again', async () => {
  const { balance } = await wallet.balance()
  const bill = await newLightningInvoice(other(), { msat: 300_000n })
  lightning.proxy.behave((path) => (path.endsWith('SendPaymentV2') ? 'cut' : undefined))
  await wallet.send(bill.paymentRequest)
  await wallet.reaches(bill.paymentHash, outgoing('settled'))
  lightning.proxy.behave('away')
  const later = await newLightningInvoice(other(), { msat: 300_000n })
  expect(await wallet.send(later.paymentRequest)).toMatchObject({ status: 503, body: { code: 'LIGHTNING_UNAVAILABLE' } })
  expect(await wallet.balance()).toEqual({ balance: Number(balance) - 300, available: Number(balance) - 300, reserved: 0 })
  lightning.proxy.behave('honest')
  await eventually('the node to be served again', async () => (await wallet.send(later.paymentRequest)).status !== 503)
  await wallet.reaches(later.paymentHash, outgoing('settled'))
  await fill(1_000)
})
