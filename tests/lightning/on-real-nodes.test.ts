import { LONGEST_BUILD_MS } from '@gateway/devnet/downloads/obtain-go-program'
import { lightningInvoice, newLightningInvoice, payLightning } from '@gateway/devnet/lightning/lightning-wallet'
import { eventually } from '@gateway/testing/wait'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { enableWallet, type LightningWalletOf } from '../support/lightning.ts'
import { say } from '../support/say.ts'
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

// The first example of BOLT11, of the main network.
const FOREIGN =
  'lnbc1pvjluezsp5zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3zygspp5qqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqqqsyqcyq5rqwzqfqypqdpl2pkx2ctnv5sxxmmwwd5kgetjypeh2ursdae8g6twvus8g6rfwvs8qun0dfjkxaq9qrsgq357wnc5r2ueh7ck6q93dj32dlqnls087fxdwk8qakdyafkq3yap9us6v52vjjsrvywa6rt52cm9r9zqt8r2t7mlcwspyetp5h2tztugp9lfyql'

test('An invoice without an amount is paid what the caller names, and what does not fit is refused before anything is set aside', async () => {
  await fill(2_000)
  const { balance } = await wallet.balance()
  const open = await newLightningInvoice(other(), {})
  const fixed = await newLightningInvoice(other(), { msat: 500_000n })
  const refused = [
    await wallet.send(open.paymentRequest),
    await wallet.send(fixed.paymentRequest, { amount_sats: 499 }),
    await wallet.send(FOREIGN),
  ]
  expect(refused.map(({ status }) => status)).toEqual([400, 400, 400])
  expect(await wallet.balance()).toEqual({ balance, available: balance, reserved: 0 })
  const paid = await wallet.send(open.paymentRequest, { amount_sats: 500 })
  expect(paid).toMatchObject({ status: 200, body: { status: 'settled', amount_sats: 500 } })
  expect(await lightningInvoice(other(), open)).toEqual({ state: 'SETTLED', paidMsat: 500_000n })
})

test('An address of this service is paid inside it: the node cancels the invoice, and both wallets are settled', async () => {
  const { shop } = story
  const payee = await enableWallet(shop, 'payee')
  await say(shop.api, 'POST /lightning/address', { key: shop.key, body: { wallet_id: 'payee', username: 'payee' } })
  await fill(1_000)
  const { balance } = await wallet.balance()
  const sent = await wallet.send(`payee@${new URL(story.around.publicUrl).host}`, { amount_sats: 700 })
  expect(sent).toMatchObject({ status: 200, body: { status: 'settled', amount_sats: 700, fee_sats: 0 } })
  const hash = String(sent.body['payment_hash'])
  expect(await payee.payment(hash, 'incoming')).toMatchObject({ status: 'settled', preimage: sent.body['preimage'] })
  expect([await wallet.balance(), await payee.balance()]).toMatchObject([{ balance: Number(balance) - 700 }, { balance: 700, reserved: 0 }])
  expect(await lightningInvoice(lightning.nodes.gateway, { paymentHash: hash })).toMatchObject({ state: 'CANCELED' })
})
