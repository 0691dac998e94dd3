import { LONGEST_BUILD_MS } from '@gateway/devnet/downloads/obtain-go-program'
import {
  lightningInvoice,
  newHoldInvoice,
  newLightningInvoice,
  payLightning,
  settleHoldInvoice,
} from '@gateway/devnet/lightning/lightning-wallet'
import { eventually } from '@gateway/testing/wait'
import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bringAxe, findAxeViolations } from '../support/axe.ts'
import { startBrowser } from '../support/browser.ts'
import { confirmAddress } from '../support/confirm-address.ts'
import { enableWallet, type LightningWalletOf } from '../support/lightning.ts'
import { openSignedIn, press, shows } from '../support/portal.ts'
import { say } from '../support/say.ts'
import { openShop, type Shop } from '../support/shop.ts'
import { openStory, type Story } from '../support/story.ts'
import type { StoryLightning } from '../support/story-lightning.ts'
import { newWallets } from '../support/wallets.ts'

let story: Story
let lightning: StoryLightning
let wallet: LightningWalletOf
/** A merchant who has no wallet yet, in the portal. */
let counter: Shop
let browser: Browser
const other = () => lightning.nodes.other
const outgoing = (status: string) => ({ direction: 'outgoing', status }) as const
beforeAll(async () => {
  ;[story, browser] = await Promise.all([openStory({ chains: ['BTC'], hasLightning: true }), startBrowser()])
  if (!story.lightning) throw new Error('it was asked for')
  lightning = story.lightning
  wallet = await enableWallet(story.shop, 'till')
  counter = await openShop(story.gateway.api, await newWallets(story.served))
  await confirmAddress(story.sql, counter)
}, LONGEST_BUILD_MS)
afterAll(async () => {
  counter?.receiver.close()
  await browser?.close()
  await story?.close()
})

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

test('What breaks off in the hands of the node is found again, and what is sent while it is away waits for it', async () => {
  const { balance } = await wallet.balance()
  const bill = await newLightningInvoice(other(), { msat: 300_000n })
  lightning.proxy.behave((path) => (path.endsWith('SendPaymentV2') ? 'cut' : undefined))
  await wallet.send(bill.paymentRequest)
  await wallet.reaches(bill.paymentHash, outgoing('settled'))
  lightning.proxy.behave('away')
  const later = await newLightningInvoice(other(), { msat: 300_000n })
  const sending = wallet.send(later.paymentRequest)
  await eventually('the send to be asked for', async () => {
    const { rows } = await story.sql.query(`SELECT FROM lightning_request WHERE kind = 'send' AND state = 'waiting'`)
    return rows.length > 0
  })
  lightning.proxy.behave('honest')
  expect((await sending).status).toBe(200)
  await wallet.reaches(later.paymentHash, outgoing('settled'))
  expect(await wallet.balance()).toEqual({ balance: Number(balance) - 600, available: Number(balance) - 600, reserved: 0 })
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

const badge = (page: Page, word: string) => page.locator('h1 .badge').filter({ hasText: word }).waitFor()
const act = (dialog: Locator, name: string) => dialog.getByRole('button', { name, exact: true }).click()

/** Opens a dialog by its button. */
async function ask(page: Page, name: string): Promise<Locator> {
  await press(page, name)
  const dialog = page.locator('.dialog')
  await dialog.waitFor()
  return dialog
}

/** The first wallet, and an address for it; names of the service are refused while they are typed. */
async function enableWithAddress(page: Page): Promise<void> {
  const enable = await ask(page, 'Enable wallet…')
  await enable.getByLabel('Name').fill('main')
  await act(enable, 'Enable wallet')
  await shows(page, 'No Lightning payment yet')
  await page.getByRole('link', { name: 'Wallets', exact: true }).click()
  const claim = await ask(page, 'Claim address… for main')
  await claim.getByLabel('Name').fill('admin')
  await shows(claim, 'The name admin is taken or reserved.')
  await claim.getByLabel('Name').fill('Kestrel')
  await shows(claim, /^kestrel@127\.0\.0\.1:\d+ is free\.$/)
  await act(claim, 'Claim address')
  await claim.waitFor({ state: 'hidden' })
  await shows(page, /^kestrel@127\.0\.0\.1:\d+$/)
}

/** Shows an invoice, which the other node pays; the page says so by itself. */
async function receive(page: Page, sats: string): Promise<void> {
  await page.getByRole('link', { name: 'Payments', exact: true }).last().click()
  const dialog = await ask(page, 'Receive…')
  await dialog.getByLabel('Amount in sats').fill(sats)
  await dialog.getByLabel('Description').fill('Order 4192')
  await act(dialog, 'Create invoice')
  await shows(page, 'Waiting for the payer')
  const paymentRequest = (await page.locator('.pay-here bdi').textContent()) ?? ''
  await payLightning(other(), { paymentRequest })
  await badge(page, 'Settled')
}

/** Goes back to the list and has a destination read. */
async function readDestination(page: Page, destination: string): Promise<Locator> {
  await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Lightning' }).click()
  const dialog = await ask(page, 'Send…')
  await dialog.getByLabel('Invoice or Lightning Address').fill(destination)
  await act(dialog, 'Continue')
  return dialog
}

test('a merchant enables a wallet, claims an address, receives, sends what was decoded first, and reads in words how a send ended', async () => {
  const { page, trouble, close } = await openSignedIn(browser, counter)
  await page.getByRole('link', { name: 'Lightning', exact: true }).click()
  await shows(page, 'No Lightning wallet yet')
  await enableWithAddress(page)
  await receive(page, '50000')

  const open = await newLightningInvoice(other(), { memo: 'Two bags of Sidama' })
  const sending = await readDestination(page, `  LIGHTNING:${open.paymentRequest.toUpperCase()} `)
  await shows(sending, 'This invoice names no amount')
  await sending.getByLabel('Amount in sats').fill('2000')
  await act(sending, 'Continue')
  await shows(sending, 'Send 2,000 sats?')
  for (const fact of ['20 sats at most', 'Two bags of Sidama', '47,980 sats', open.paymentHash]) await shows(sending, fact)
  await act(sending, 'Send 2,000 sats')
  await badge(page, 'Settled')
  await expect.poll(() => lightningInvoice(other(), open)).toEqual({ state: 'SETTLED', paidMsat: 2_000_000n })

  const tiny = await newLightningInvoice(other(), { msat: 500n })
  await act(await readDestination(page, tiny.paymentRequest), 'Send 0.5 sats')
  await badge(page, 'Failed')
  await shows(page, 'It did not arrive, and nothing was spent')
  expect(await page.locator('main').textContent()).not.toMatch(/NO_ROUTE|INSUFFICIENT/)

  const again = await readDestination(page, open.paymentRequest)
  await again.getByLabel('Amount in sats').fill('2000')
  await act(again, 'Continue')
  await act(again, 'Send 2,000 sats')
  await shows(again, 'This invoice was paid from here already, or is being paid now.')
  expect(trouble).toEqual([])
  await close()
})

test('a send that the recipient holds is shown as reserved until it settles', async () => {
  const { page, close } = await openSignedIn(browser, counter)
  await bringAxe(page.context())
  const held = await newHoldInvoice(other(), { msat: 3_000_000n, memo: 'Held' })
  await page.goto(`${counter.api}/dashboard/b/${counter.businessId}/lightning`)
  const dialog = await ask(page, 'Send…')
  await dialog.getByLabel('Invoice or Lightning Address').fill(held.paymentRequest)
  await act(dialog, 'Continue')
  await shows(dialog, 'Send 3,000 sats?')
  expect(await findAxeViolations(page)).toEqual([])
  await act(dialog, 'Send 3,000 sats')
  await expect.poll(() => lightningInvoice(other(), held), { timeout: 30_000 }).toMatchObject({ state: 'ACCEPTED' })
  const list = await page.context().newPage()
  await list.goto(page.url())
  await shows(list, '3,030 sats')
  expect(await findAxeViolations(list)).toEqual([])
  await list.getByRole('link', { name: 'Held', exact: true }).click()
  await shows(list, 'On its way, without an end yet')
  expect(await findAxeViolations(list)).toEqual([])
  await settleHoldInvoice(other(), held)
  await badge(list, 'Settled')
  await badge(page, 'Settled')
  await close()
})
