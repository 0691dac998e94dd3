import { newDid } from '@gateway/operations/testing/test-identity'
import { sign } from 'node:crypto'
import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bringAxe, findAxeViolations } from '../support/axe.ts'
import { startBrowser } from '../support/browser.ts'
import { openSignedIn, press, shows } from '../support/portal.ts'
import { say } from '../support/say.ts'
import { sharedStory } from '../support/shared-story.ts'
import { openShop, type Shop } from '../support/shop.ts'
import { openShopper } from '../support/shopper.ts'
import type { Story } from '../support/story.ts'
import { newWallets } from '../support/wallets.ts'
import { newParty, openEscrow, receiptsOf, settle } from './two-parties.ts'

let story: Story
let browser: Browser
let shop: Shop
beforeAll(async () => {
  ;[story, browser] = await Promise.all([sharedStory(), startBrowser()])
  shop = await openShop(story.gateway.api, await newWallets(['BTC']))
})
afterAll(async () => {
  await browser?.close()
  shop?.receiver.close()
  await story?.close()
})

const act = (dialog: Locator, name: string) => dialog.getByRole('button', { name, exact: true }).click()
const tab = (page: Page, name: string) => page.getByRole('navigation', { name: 'Identity' }).getByRole('link', { name }).click()

/** Opens a dialog by its button. */
async function ask(page: Page, name: string | RegExp): Promise<Locator> {
  await page.getByRole('button', { name }).click()
  const dialog = page.locator('.dialog')
  await dialog.waitFor()
  return dialog
}

async function claim(page: Page): Promise<string> {
  await page.getByRole('link', { name: 'Identity', exact: true }).click()
  await shows(page, 'No DID yet')
  const dialog = await ask(page, 'Claim DID…')
  await dialog.getByLabel('Display name').fill('Kestrel Coffee')
  await act(dialog, 'Claim DID')
  await shows(page, 'Open the public profile')
  await shows(page, '0.00')
  return (await page.locator('dd bdi').first().textContent()) ?? ''
}

/** Binds the merchant with the link of the beneficiary, after a text that is none. */
async function bind(page: Page, { id, beneficiary }: { id: string; beneficiary: string }): Promise<void> {
  await tab(page, 'Escrows')
  await shows(page, 'You are a party of no escrow yet')
  const dialog = await ask(page, 'I am a party…')
  await dialog.getByLabel('Your link').fill('esc_half')
  await act(dialog, 'Bind my DID')
  await shows(dialog, 'Paste the whole link that you have of the escrow.')
  await dialog.getByLabel('Your link').fill(`${shop.api}/escrow/manage?id=${id}&token=${beneficiary}`)
  await act(dialog, 'Bind my DID')
  await dialog.waitFor({ state: 'hidden' })
  await shows(page, 'Not bound')
}

/** Links a DID of another service by signing the text that the dialog shows. */
async function link(page: Page): Promise<void> {
  const { did, privateKey } = newDid()
  const dialog = await ask(page, 'Link DID…')
  await dialog.getByLabel('DID', { exact: true }).fill(did)
  const challenge = dialog.locator('pre').filter({ hasText: did })
  const signature = sign(null, Buffer.from((await challenge.textContent()) ?? ''), privateKey).toString('base64url')
  await dialog.getByLabel('Signature').fill(signature.replace(/^./, (first) => (first === 'A' ? 'B' : 'A')))
  await act(dialog, 'Link DID')
  await shows(dialog, 'The signature is not one of this key')
  await dialog.getByLabel('Signature').fill(signature)
  await act(dialog, 'Link DID')
  await shows(page, 'Proven')
}

async function rate(page: Page): Promise<void> {
  await page.reload()
  const dialog = await ask(page, /^Write receipt…/)
  await dialog.getByLabel('Rating').selectOption('4')
  await dialog.getByLabel('What was done').fill('Paid at once, and answered every question')
  await act(dialog, 'Write receipt')
  await shows(page, 'Receipt written')
}

async function requestCredential(page: Page): Promise<string> {
  await tab(page, 'Credentials')
  await shows(page, 'Control of a DID')
  await press(page, 'Request credential')
  const dialog = page.getByRole('dialog', { name: 'Reputation' })
  const jwt = (await dialog.locator('pre').last().textContent()) ?? ''
  await act(dialog, 'Close')
  await shows(page, 'Settled escrow')
  return jwt
}

test('two merchants settle an escrow and rate each other, and anyone recomputes the score and verifies a credential until it is revoked', async () => {
  const { page, trouble, close } = await openSignedIn(browser, shop)
  const did = await claim(page)
  await link(page)
  const [other, escrow] = [await newParty(story), await openEscrow(story)]
  await bind(page, escrow)
  await settle(story, escrow, other.token)
  await rate(page)
  const about = { escrowId: escrow.id, counterpartyDid: did, rating: 5, taskDescription: 'Delivered in time' }
  expect(await say(story.gateway.api, 'POST /reputation/receipt', { key: other.token, body: about })).toMatchObject({
    body: { verified: true },
  })
  await receiptsOf(story, did, 2)
  await tab(page, 'Receipts')
  for (const words of ['Payment', '5 of 5', '2 receipts']) await shows(page, words)
  const jwt = await requestCredential(page)
  expect(trouble).toEqual([])
  await close()

  const reader = await openShopper(browser, `${shop.api}/did/${did}`)
  await bringAxe(reader.page.context())
  await reader.page.reload()
  await shows(reader.page, 'Kestrel Coffee')
  await press(reader.page, 'Recompute')
  await shows(reader.page, /^Your browser gets the same score: \d+\.\d\d, from 2 receipts that count\.$/)
  expect(await findAxeViolations(reader.page)).toEqual([])

  await verify(reader.page, `${jwt.slice(0, -4)}AAAA`)
  await shows(reader.page, 'Its signature is not genuine.')
  await verify(reader.page, jwt)
  await shows(reader.page, 'This credential is valid')
  expect(await findAxeViolations(reader.page)).toEqual([])
  await story.sql.query(`UPDATE credential SET revoked_at = now(), revoke_reason = 'Asked for by its holder' WHERE jwt = $1`, [jwt])
  await verify(reader.page, jwt)
  await shows(reader.page, 'This credential was revoked')
  await shows(reader.page, 'Reason given: Asked for by its holder')
  expect(reader.trouble).toEqual([])
  await reader.close()
})

/** Pastes a credential where anybody verifies one. */
async function verify(page: Page, credential: string): Promise<void> {
  await page.goto(`${shop.api}/verify`)
  await page.getByLabel('Credential or id').fill(credential)
  await page.getByRole('button', { name: 'Verify', exact: true }).click()
}
