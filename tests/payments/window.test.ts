import { payNative } from '@gateway/devnet/evm/evm-faucet'
import type { Browser } from 'playwright-core'
import type { ShownPayment } from '@gateway/scripts/demo/client'
import { eventually } from '@gateway/testing/wait'
import { type Address, getAddress } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startBrowser } from '../support/browser.ts'
import { pay, shown, unitsOf } from '../support/customer.ts'
import { LIFE } from '../support/forwarding.ts'
import { readHealth } from '../support/health.ts'
import { payKept, reorganise } from '../support/reorganise.ts'
import { openShop, type Shop } from '../support/shop.ts'
import { openShopper, type Shopper } from '../support/shopper.ts'
import { mine, openStory, type Story } from '../support/story.ts'

/** The shortest window; all payments of this file share it, to keep the file short. */
const WINDOW_S = 60
/** Timers fire two seconds after the deadline; an early expiry would have happened by then. */
const AFTERMATH_MS = 5_000

const THIRD_PARTY: Address = '0x00000000000000000000000000000000000000ff'

let story: Story
let shop: Shop
let browser: Browser
/** Watches the page of the unpaid payment from its beginning. */
let shopper: Shopper
let asked: Readonly<Record<'unpaid' | 'short' | 'paidBtc' | 'paidEth' | 'lostEth', ShownPayment>>

beforeAll(async () => {
  story = await openStory({ chains: ['BTC', 'ETH'] })
  shop = await openShop(story.gateway.api, story.shop.wallets, { payment_window_seconds: WINDOW_S })
  const ask = (blockchain: string): Promise<ShownPayment> => shop.ask({ blockchain })
  const [unpaid, short, paidBtc, paidEth, lostEth] = await Promise.all([ask('BTC'), ask('BTC'), ask('BTC'), ask('ETH'), ask('ETH')])
  asked = { unpaid, short, paidBtc, paidEth, lostEth }
  browser = await startBrowser()
  shopper = await openShopper(browser, `${story.gateway.api}/pay/${unpaid.id}`)
})
afterAll(async () => {
  await browser?.close()
  shop?.receiver.close()
  await story?.close()
})

test('no payment expires while its chain is unreachable, even after the window', async () => {
  const { gateway, nodes, evm } = story
  await pay(story, asked.short, half(asked.short))
  await shop.reaches(asked.short.id, (payment) => payment.exceptions.includes('underpaid'))
  nodes.BTC.behave('away')
  nodes.ETH.behave('away')
  // Paid and mined within the window, while the gateway cannot see the chain.
  await pay(story, asked.paidBtc)
  await mine(story, 'BTC', 1)
  await pay(story, asked.paidEth)
  await mine(story, 'ETH', 11)
  await payKept(evm, { to: getAddress(asked.lostEth.payment_address), wei: unitsOf(asked.lostEth, asked.lostEth.crypto_amount) })
  await mine(story, 'ETH', 1)
  await eventually('readiness to show the outage', async () => {
    const { status, chains } = await readHealth(gateway.api)
    return status === 503 && chains['BTC']?.ok === false && chains['ETH']?.ok === false
  })
  await eventually('the windows to end', async () => Date.now() > endOf(asked) + AFTERMATH_MS)
  for (const { id } of Object.values(asked)) expect((await shop.read(id)).status).toBe('pending')
  nodes.BTC.behave('honest')
  nodes.ETH.behave('honest')
})

test('payments made in time are accepted when the chain is reachable again', async () => {
  const btc = await shop.reaches(asked.paidBtc.id, 'forwarding')
  const eth = await shop.reaches(asked.paidEth.id, (payment) => payment.forward_tx_hash !== null)
  expect([btc.exceptions, eth.exceptions]).toEqual([[], []])
})

test('an unpaid payment expires once, with one event', async () => {
  const expired = await shop.reaches(asked.unpaid.id, 'expired')
  expect(expired).toMatchObject({ exceptions: [], amount_received: '0' })
  await shop.hears(asked.unpaid.id, ['payment.created', 'payment.expired'])
})

test('the checkout page of an expired payment says by itself not to send, and that the address is still watched', async () => {
  await shopper.page.getByText('Do not send: the time is up').first().waitFor()
  await shopper.page.getByText('We are still watching the address').waitFor()
  expect(await shopper.page.locator('#wallet, #qr-link, #timer').count()).toBe(0)
})

test('an underpaid payment expires and keeps its part as held funds', async () => {
  const expired = await shop.reaches(asked.short.id, 'expired')
  expect(expired).toMatchObject({ exceptions: ['underpaid'], amount_received: shown(asked.short, half(asked.short)) })
  expect(await heldUnits('BTC')).toBe(half(asked.short))
})

test('a late deposit at a good rate completes an expired payment, with the exception late', async () => {
  await pay(story, asked.unpaid)
  const late = await shop.reaches(asked.unpaid.id, 'detected')
  expect(late).toMatchObject({ amount_received: asked.unpaid.crypto_amount, amount_due: '0', exceptions: ['late'] })
  await shopper.page.getByText('A transfer came after the time was up').waitFor()
  expect([await shopper.isSameDocument(), shopper.trouble]).toEqual([true, []])
  await mine(story, 'BTC', 1)
  await shop.reaches(asked.unpaid.id, (payment) => payment.forward_tx_hash !== null)
  await mine(story, 'BTC', 6)
  await shop.reaches(asked.unpaid.id, 'forwarded')
  const life = ['payment.created', 'payment.expired', ...LIFE.slice(1)]
  await shop.hears(asked.unpaid.id, life)
})

test('a deposit orphaned after the window fails its payment only after its nonce is spent for good', async () => {
  const { evm } = story
  await shop.reaches(asked.lostEth.id, 'detected')
  await reorganise(evm, 1)
  await shop.reaches(asked.lostEth.id, (payment) => payment.exceptions.includes('reorged'))
  expect((await shop.read(asked.lostEth.id)).status).toBe('detected')
  // The payer spends the same nonce elsewhere; once that block is final, the deposit is dead.
  await payNative(evm, { to: THIRD_PARTY, wei: 1n })
  await mine(story, 'ETH', 8)
  await shop.reaches(asked.lostEth.id, 'failed')
  await shop.reaches(asked.paidEth.id, 'forwarded')
  const life = ['payment.created', 'payment.pending', 'payment.confirming', 'payment.failed']
  await shop.hears(asked.lostEth.id, life)
  await eventually('the webhooks of the other payment', async () => shop.events(asked.paidEth.id).includes('payment.forwarded'))
})

const half = (payment: ShownPayment): bigint => unitsOf(payment, payment.crypto_amount) / 2n

const endOf = (payments: Readonly<Record<string, ShownPayment>>): number =>
  Math.max(...Object.values(payments).map(({ expires_at: expiresAt }) => Date.parse(expiresAt)))

async function heldUnits(asset: string): Promise<bigint> {
  const { rows } = await story.sql.query<{ bal: string }>(
    "SELECT bal FROM account WHERE code = 'payment:held' AND asset = $1 AND owner = $2",
    [asset, shop.businessId],
  )
  return BigInt(rows[0]?.bal ?? 0)
}
