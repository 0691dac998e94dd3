import { call } from '@gateway/scripts/demo/client'
import { onboardCards } from '@gateway/scripts/demo/onboard-cards'
import { eventually } from '@gateway/testing/wait'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { xssPayloads } from '../checkout/xss-payloads.ts'
import { draftInvoice } from '../invoices/draft-invoice.ts'
import { bringAxe, findAxeViolations } from '../support/axe.ts'
import { startBrowser } from '../support/browser.ts'
import { cardShopOf } from '../support/cards.ts'
import { pay } from '../support/customer.ts'
import { type FlakyReceiver, startFlakyReceiver } from '../support/flaky-receiver.ts'
import { untilForwarded } from '../support/forwarding.ts'
import { FITS } from '../support/fits.ts'
import { headed, openPortal, openSignedIn, press } from '../support/portal.ts'
import { sharedStory } from '../support/shared-story.ts'
import { openShop, type Shop } from '../support/shop.ts'
import type { Story } from '../support/story.ts'
import { newWallets } from '../support/wallets.ts'

const PHONE = { width: 390, height: 844 }
const DESK = { width: 1_280, height: 900 }

/** Texts that try to run as scripts, where a merchant or a customer of theirs can write. */
const evil = {
  name: `"><img src=x onerror=alert(1)>{{constructor.constructor("alert(1)")()}}`,
  key: '</script><svg onload=alert(1)>',
  path: '/<script>alert(1)</script>',
  description: xssPayloads.join(' ').slice(0, 500),
  metadata: "<iframe srcdoc='<script>parent.alert(1)</script>'></iframe>",
} as const

let story: Story
let browser: Browser
let shop: Shop
let receiver: FlakyReceiver
let paid: string
let waiting: string
let escrow: string
let series: string
let card: string
let cardEscrow: string
let invoice: string
let client: string
beforeAll(async () => {
  ;[story, browser, receiver] = await Promise.all([sharedStory(), startBrowser(), startFlakyReceiver()])
  shop = await openShop(story.gateway.api, story.shop.wallets, {
    name: evil.name,
    webhook_url: `${new URL(receiver.url).origin}${evil.path}`,
  })
  const { api, businessId, key, token } = shop
  await call(api, { path: `/businesses/${businessId}/api-keys`, key: token, body: { name: evil.key, scopes: ['payments:read'] } })
  const terms = { amount: 25, currency: 'USD', blockchain: 'BTC', description: evil.description, metadata: { note: evil.metadata } }
  const { payment } = await call<{ payment: Awaited<ReturnType<Shop['ask']>> }>(api, { path: '/payments/create', key, body: terms })
  await pay(story, payment)
  paid = (await untilForwarded({ ...story, shop }, payment)).id
  waiting = (await shop.ask({ blockchain: 'ETH' })).id
  ;[escrow, series] = await openEscrows()
  ;[card, cardEscrow] = await openCard()
  invoice = await draftInvoice(shop, evil)
  client = await openClient()
  await call(api, { path: '/lightning/nodes', key, body: { wallet_id: 'main' } })
  await call(api, { path: '/reputation/did/claim', key, body: { display_name: evil.name } })
  await eventually('the webhooks', async () => receiver.attempts.some(({ type }) => type === 'payment.forwarded'))
})
afterAll(async () => {
  await browser?.close()
  await receiver?.goAway()
  shop?.receiver.close()
  await story?.close()
})

/** A card payment in escrow whose texts try to run. @returns the ids of both. */
async function openCard(): Promise<[card: string, escrow: string]> {
  const cards = cardShopOf(shop)
  await onboardCards(cards)
  const terms = { description: evil.description, metadata: { note: evil.metadata }, escrowMode: true }
  const { id, escrow_id } = await cards.createPaidCard(terms)
  return [String(id), String(escrow_id)]
}

/** An escrow and a series whose texts try to run. @returns their ids. */
async function openEscrows(): Promise<[escrow: string, series: string]> {
  const { api, businessId, token: key } = shop
  const [depositor_address, beneficiary_address] = [(await newWallets(['BTC'])).BTC, (await newWallets(['BTC'])).BTC]
  const terms = {
    business_id: businessId,
    chain: 'BTC',
    amount: 0.05,
    depositor_address,
    beneficiary_address,
    metadata: { note: evil.metadata },
  }
  const made = await call<{ id: string }>(api, { path: '/escrow', key, body: terms })
  const asked = { amount: 25, currency: 'USD', interval: 'monthly', coin: 'BTC', depositor_address, beneficiary_address }
  const customer = { payment_method: 'crypto', customer_email: 'lena@hoffmann.example', description: evil.description }
  const begun = await call<{ id: string }>(api, { path: '/escrow/series', key, body: { business_id: businessId, ...customer, ...asked } })
  return [made.id, begun.id]
}

/** A client whose texts try to run, and which its own merchant has let in. @returns its id. */
async function openClient(): Promise<string> {
  const { api, token: key, email } = shop
  const terms = { name: evil.name, description: evil.description, redirect_uris: ['https://shop.example/back'], scopes: ['openid'] }
  const { client_id: clientId } = await call<{ client_id: string }>(api, { path: '/oauth/clients', key, body: terms })
  await story.sql.query(
    `INSERT INTO oauth_consent (merchant_id, client_id, scopes, granted_at) SELECT id, $1, '{openid}', now() FROM merchant WHERE email = $2`,
    [clientId, email],
  )
  return clientId
}

/** A page, and the evil texts that it has to show as they are. */
type Shown = readonly [path: string, ...texts: (keyof typeof evil)[]]

const doors = ['/sign-in', '/sign-up', '/forgot-password']
const pages = (): readonly Shown[] => [
  ['/account'],
  ['/account/audit'],
  ['/new-business'],
  ['/oauth', 'name'],
  ['/oauth/new'],
  [`/oauth/${client}`, 'name', 'description'],
  ['/connected-apps', 'name'],
  ['/identity', 'name'],
  ['/identity/escrows'],
  ['/identity/receipts'],
  ['/identity/credentials'],
  ...ofBusiness(['', 'name', 'description']),
  ...ofBusiness(['/payments', 'name', 'description']),
  ...ofBusiness(['/payments?q=nothing']),
  ...ofBusiness(['/payments/new']),
  ...ofBusiness([`/payments/${paid}`, 'name', 'description', 'metadata']),
  ...ofBusiness([`/payments/${waiting}`]),
  ...ofBusiness(['/cards', 'description']),
  ...ofBusiness(['/cards?q=nothing']),
  ...ofBusiness([`/cards/payments/${card}`, 'description', 'metadata']),
  ...ofBusiness(['/cards/escrows']),
  ...ofBusiness([`/cards/escrows/${cardEscrow}`, 'description']),
  ...ofBusiness(['/cards/disputes']),
  ...ofBusiness(['/cards/payouts']),
  ...ofBusiness(['/cards/onboarding']),
  ...ofBusiness(['/escrows', 'name']),
  ...ofBusiness(['/escrows?q=nothing']),
  ...ofBusiness(['/escrows/new']),
  ...ofBusiness([`/escrows/${escrow}`, 'metadata']),
  ...ofBusiness(['/series', 'description']),
  ...ofBusiness(['/series?status=paused']),
  ...ofBusiness(['/series/new']),
  ...ofBusiness([`/series/${series}`, 'description']),
  ...ofBusiness(['/invoices', 'name']),
  ...ofBusiness(['/invoices?q=nothing']),
  ...ofBusiness(['/invoices/new']),
  ...ofBusiness(['/invoices/clients', 'name']),
  ...ofBusiness([`/invoices/${invoice}`, 'name', 'description', 'metadata']),
  ...ofBusiness([`/invoices/${invoice}/edit`]),
  ...ofBusiness(['/lightning']),
  ...ofBusiness(['/lightning?q=nothing']),
  ...ofBusiness(['/lightning/wallets']),
  ...ofBusiness(['/rates']),
  ...ofBusiness(['/api-keys', 'key']),
  ...ofBusiness(['/webhooks', 'path']),
  ...ofBusiness(['/events']),
  ...ofBusiness(['/settings', 'name']),
  ...ofBusiness(['/settings/wallets']),
  ...ofBusiness(['/settings/tax-profile']),
  ...ofBusiness(['/settings/audit']),
]
const ofBusiness = ([path, ...texts]: Shown): Shown[] => [[`/b/${shop.businessId}${path}`, ...texts]]

/** Shows a page with all that it loads. */
async function show(page: Page, path: string): Promise<void> {
  await page.goto(`${shop.api}/dashboard${path}`)
  await page.locator('h1').waitFor()
  await page.locator('.skel, [aria-busy=true]').first().waitFor({ state: 'detached' })
}

/** Accessibility violations on a desk and on a phone, once everything fits there. */
async function findFaults(page: Page, path: string): Promise<unknown[]> {
  const faults: unknown[] = []
  for (const size of [DESK, PHONE]) {
    await page.setViewportSize(size)
    const fits = () => page.evaluate<boolean>(FITS)
    await eventually(`${path} to fit ${size.width} px`, fits)
    faults.push(...(await findAxeViolations(page)).map((violation) => [path, size.width, violation]))
  }
  return faults
}

test.each(['light', 'dark'] as const)(
  'every page shows texts that try to run as texts, without accessibility violations, on a desk and on a phone: %s',
  async (colorScheme) => {
    const { page, trouble, close } = await openPortal(browser, shop.api, { colorScheme })
    await bringAxe(page.context())
    const faults: unknown[] = []
    for (const path of doors) {
      await show(page, path)
      faults.push(...(await findFaults(page, path)))
    }
    await page.close()
    const inside = await openSignedIn(browser, shop, { colorScheme })
    await bringAxe(inside.page.context())
    for (const [path, ...texts] of pages()) {
      await show(inside.page, path)
      const text = () => inside.page.evaluate<string>('document.body.textContent')
      for (const name of texts) await eventually(`${path} to show the ${name}`, async () => (await text()).includes(evil[name]))
      faults.push(...(await findFaults(inside.page, path)))
    }
    expect(faults).toEqual([])
    expect([...trouble, ...inside.trouble]).toEqual([])
    await Promise.all([close(), inside.close()])
  },
)

type Opened = readonly [path: string, name: string]

/** What opens over which page. */
const overPages = (): readonly Opened[] => [
  ...overBusiness().map(([path, name]): Opened => [`/b/${shop.businessId}${path}`, name]),
  [`/oauth/${client}`, 'Edit…'],
  [`/oauth/${client}`, 'Rotate secret…'],
  [`/oauth/${client}`, 'Delete…'],
  ['/connected-apps', 'Disconnect…'],
  ['/identity', 'Link DID…'],
  ['/identity/escrows', 'I am a party…'],
  ['/identity/credentials', 'Show control of a did…'],
]
const overBusiness = (): readonly Opened[] => [
  [`/cards/payments/${card}`, 'Refund…'],
  [`/cards/escrows/${cardEscrow}`, 'Release…'],
  [`/escrows/${escrow}`, 'I am a party…'],
  [`/payments/${paid}`, 'Refund…'],
  [`/series/${series}`, 'Change…'],
  [`/series/${series}`, 'Pause…'],
  [`/series/${series}`, 'Cancel series…'],
  [`/invoices/${invoice}`, 'Send…'],
  ['/invoices/clients', 'New client…'],
  ['/lightning', 'Receive…'],
  ['/lightning', 'Send…'],
  ['/lightning/wallets', 'Enable wallet…'],
  ['/lightning/wallets', 'Claim address… for main'],
  ['/webhooks', 'payment.completed'],
  ['/webhooks', 'Edit endpoint…'],
  ['/webhooks', 'Rotate secret…'],
  ['/events', 'payment.completed'],
  ['/api-keys', 'New key…'],
  ['/api-keys', 'Revoke…'],
  ['/payments', 'Search'],
]

test('dialogs and menus have no accessibility violations either, and show a sent payload as text', async () => {
  const { page, trouble, close } = await openSignedIn(browser, shop)
  await bringAxe(page.context())
  const faults: unknown[] = []
  for (const [path, name] of overPages()) {
    await page.setViewportSize(DESK)
    await show(page, path)
    await page.getByRole('button', { name, exact: true }).first().click()
    const dialog = page.getByRole('dialog')
    await dialog.waitFor()
    if (name === 'payment.completed') await dialog.getByText(evil.metadata).waitFor()
    if (name === 'New key…') await dialog.getByLabel('Only the chosen areas').check()
    faults.push(...(await findFaults(page, name)))
  }
  await page.setViewportSize(DESK)
  for (const opener of ['.business', '[aria-label^="Account:"]']) {
    await show(page, `/b/${shop.businessId}/payments`)
    await page.locator(opener).click()
    await page.getByRole('menu').waitFor()
    faults.push(...(await findAxeViolations(page)))
  }
  expect(faults).toEqual([])
  expect(trouble).toEqual([])
  await close()
})

test('a page of another origin changes nothing, although the browser sends the session to every port of a host', async () => {
  const action = `${shop.api}/trpc/accounts.portal.signOutEverywhere`
  const foreign = await startForeignPage(action)
  const { page, trouble, close } = await openSignedIn(browser, shop)
  const other = await page.context().newPage()
  await other.goto(foreign.url)
  expect(foreign.cookies).toContainEqual(expect.stringContaining('__Host-session='))
  const answered = () => other.waitForResponse((response) => response.url() === action && response.request().method() === 'POST')
  const send = (terms: string) =>
    other.evaluate<string>(
      `fetch('${action}', { method: 'POST', credentials: 'include', ${terms} }).then(({ type }) => type, () => 'blocked')`,
    )
  const [hidden] = await Promise.all([answered(), send(`mode: 'no-cors', body: '{}'`)])
  expect(hidden.status()).toBe(403)
  expect(await send(`headers: { 'content-type': 'application/json' }, body: '{}'`)).toBe('blocked')
  const [posted] = await Promise.all([answered(), press(other, 'Win')])
  expect([posted.status(), await posted.text()]).toEqual([403, expect.stringContaining('sent by a page of another origin')])
  await page.reload()
  await headed(page, 'Home')
  expect(trouble).toEqual([])
  await close()
  foreign.close()
})

/** A page of another port, with a form, and the cookies that browsers sent to it. */
async function startForeignPage(action: string): Promise<{ url: string; cookies: unknown[]; close(): void }> {
  const cookies: unknown[] = []
  const field = '<input name="{&quot;prize&quot;:&quot;" value="&quot;}"><button>Win</button>'
  const page = `<!doctype html><title>Prizes</title><form method="post" enctype="text/plain" action="${action}">${field}</form>`
  const server = createServer((request, response) => {
    cookies.push(request.headers.cookie)
    response.writeHead(200, { 'content-type': 'text/html' }).end(page)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, cookies, close: () => server.close() }
}
