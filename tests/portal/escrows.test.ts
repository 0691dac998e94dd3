import { readFileSync } from 'node:fs'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findAxeViolations } from '../support/axe.ts'
import { startBrowser } from '../support/browser.ts'
import { escrowReaches, fundEscrow } from '../support/fund-escrow.ts'
import { headed, openSignedIn, press, shows } from '../support/portal.ts'
import { say } from '../support/say.ts'
import { sharedStory } from '../support/shared-story.ts'
import { openShop } from '../support/shop.ts'
import type { Story } from '../support/story.ts'
import { newWallets } from '../support/wallets.ts'

let story: Story
let browser: Browser
beforeAll(async () => {
  ;[story, browser] = await Promise.all([sharedStory(), startBrowser()])
})
afterAll(async () => {
  await browser?.close()
  await story?.close()
})

const badge = (page: Page, word: string) => page.locator('h1 .badge').filter({ hasText: word }).waitFor()
const logged = (page: Page) => page.getByRole('table', { name: 'Audit log' }).locator('tbody tr')
const rows = (page: Page) => page.getByRole('table', { name: 'Escrows' }).locator('tbody tr')

interface Parties {
  readonly depositor: string
  readonly beneficiary: string
}

/** Fills the form of a new escrow on the open page, sends it, and takes both tokens. */
async function create(page: Page, { depositor, beneficiary }: Parties): Promise<string[]> {
  await page.getByLabel('Amount', { exact: true }).fill('2500')
  await page.getByLabel('Amount in').selectOption('USD')
  await page.getByLabel('Depositor’s address').fill(depositor)
  await page.getByLabel('Beneficiary’s address').fill(depositor)
  await page.getByLabel('Metadata').fill('{"order": "A-1001"}')
  await press(page, 'Create escrow')
  await shows(page, 'Must not be the address of the depositor')
  await page.getByLabel('Beneficiary’s address').fill(beneficiary)
  await press(page, 'Create escrow')
  const dialog = page.getByRole('dialog', { name: 'Copy both tokens now' })
  await dialog.waitFor()
  await page.keyboard.press('Escape')
  expect(await findAxeViolations(page)).toEqual([])
  const tokens = await dialog.locator('output').allTextContents()
  expect(await dialog.getByRole('button', { name: 'Done' }).isDisabled()).toBe(true)
  await dialog.getByLabel('I have stored them in a safe place').check()
  await dialog.getByRole('button', { name: 'Done' }).click()
  return tokens
}

test('a merchant creates an escrow, gets both tokens once, and watches it paid in, disputed, released and settled without a reload', async () => {
  const { shop } = story
  const parties = { depositor: (await newWallets(['BTC'])).BTC, beneficiary: (await newWallets(['BTC'])).BTC }
  const { page, trouble, close } = await openSignedIn(browser, shop)
  await page.getByRole('link', { name: 'Escrows', exact: true }).click()
  await shows(page, 'No escrow yet')
  await page.getByRole('link', { name: 'New escrow' }).first().click()
  const [release = '', beneficiary = ''] = await create(page, parties)
  await badge(page, 'Created')
  const id = page.url().split('/').at(-1) ?? ''
  const roleOf = async (token: string) => (await say(shop.api, `POST /escrow/${id}/auth`, { body: { token } })).body['role']
  expect([await roleOf(release), await roleOf(beneficiary)]).toEqual(['depositor', 'beneficiary'])
  await shows(page, 'Waiting for the deposit')
  await shows(page, '$2,500.00')
  await page.reload()
  await badge(page, 'Created')
  expect(await page.content()).not.toContain('esc_')
  await page.evaluate('window.isHere = true')

  const { body } = await say(shop.api, `GET /escrow/${id}`)
  const escrow = { id, chain: 'BTC', escrow_address: String(body['escrow_address']), amount: Number(body['amount']) }
  await fundEscrow(story, escrow)
  await badge(page, 'Funded')
  await shows(page, 'Automatic refund')
  await say(shop.api, `POST /escrow/${id}/dispute`, { body: { token: beneficiary, reason: 'No answer for a week' } })
  await badge(page, 'Disputed')
  await shows(page, 'Decision due')
  await shows(page, '“No answer for a week”')
  await say(shop.api, `POST /escrow/${id}/release`, { body: { release_token: release } })
  await escrowReaches(story, escrow, ({ status }) => status === 'settled')
  await badge(page, 'Settled')
  await logged(page).filter({ hasText: 'Settled' }).waitFor()
  const told = await logged(page).locator('.badge').allTextContents()
  expect(told).toEqual(['Created', 'Deposit seen', 'Funded', 'Disputed', 'Dispute decided', 'Released', 'Settled'])
  expect(await page.evaluate('window.isHere')).toBe(true)

  const [shown] = await Promise.all([page.context().waitForEvent('page'), page.getByRole('link', { name: 'Page of the parties' }).click()])
  expect(shown.url()).toBe(`${shop.api}/escrow/manage?id=${id}`)
  await shown.close()
  expect(trouble).toEqual([])
  await close()
})

test('an escrow that a contract holds has its terms as a file', async () => {
  const { shop } = story
  const parties = { depositor_address: (await newWallets(['ETH'])).ETH, beneficiary_address: (await newWallets(['ETH'])).ETH }
  const { body: made } = await say(shop.api, 'POST /escrow', {
    key: shop.token,
    body: { business_id: shop.businessId, chain: 'ETH', amount: 0.05, ...parties },
  })
  const { page, trouble, close } = await openSignedIn(browser, shop)
  await page.goto(`${shop.api}/dashboard/b/${shop.businessId}/escrows/${String(made['id'])}`)
  const saving = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download the terms' }).click()
  const saved: unknown = JSON.parse(readFileSync(await (await saving).path(), 'utf8'))
  expect(saved).toEqual({ address: made['escrow_address'], ...Object(made['contract']) })
  expect(saved).toMatchObject({ terms: { amount: String(5n * 10n ** 16n) } })
  expect(await findAxeViolations(page)).toEqual([])
  expect(trouble).toEqual([])
  await close()
})

test('the list is narrowed by status and by address, and another merchant sees nothing of it', async () => {
  const { shop } = story
  const parties = { depositor: (await newWallets(['BTC'])).BTC, beneficiary: (await newWallets(['BTC'])).BTC }
  const named = { depositor_address: parties.depositor, beneficiary_address: parties.beneficiary }
  const body = { business_id: shop.businessId, chain: 'BTC', amount: 0.05, ...named }
  const { body: made } = await say(shop.api, 'POST /escrow', { key: shop.token, body })
  const id = String(made['id'])
  const { page, trouble, close } = await openSignedIn(browser, shop)
  const place = `${shop.api}/dashboard/b/${shop.businessId}/escrows`
  await page.goto(`${place}?status=created`)
  await rows(page)
    .filter({ hasText: id.slice(0, 8) })
    .waitFor()
  await page.getByRole('link', { name: 'Expired', exact: true }).click()
  await shows(page, 'No escrow matches')
  await page.getByRole('link', { name: 'Show all escrows' }).click()
  await page.getByLabel('Search escrows').fill(parties.beneficiary)
  await page.keyboard.press('Enter')
  await page.waitForURL(/q=/)
  await rows(page)
    .filter({ hasText: id.slice(0, 8) })
    .waitFor()
  await expect.poll(() => rows(page).count()).toBe(1)
  await page.keyboard.press('Control+k')
  await page.getByLabel('ID, address or transaction').fill(parties.beneficiary)
  await page.keyboard.press('Enter')
  await page
    .getByRole('dialog')
    .getByRole('link', { name: id.slice(0, 8) })
    .click()
  await headed(page, /0\.05 BTC/)
  expect(trouble).toEqual([])
  await close()

  const stranger = await openShop(shop.api, await newWallets())
  const other = await openSignedIn(browser, stranger)
  await other.page.goto(`${shop.api}/dashboard/b/${stranger.businessId}/escrows/${id}`)
  await shows(other.page, 'No such escrow')
  expect(await other.page.content()).not.toContain(parties.depositor)
  await other.page.goto(`${shop.api}/dashboard/b/${stranger.businessId}/escrows`)
  await shows(other.page, 'No escrow yet')
  expect(other.trouble).toEqual([])
  await other.close()
  stranger.receiver.close()
})
