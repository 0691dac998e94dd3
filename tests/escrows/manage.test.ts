import { assetOf } from '@gateway/domain/money/asset'
import { payAsset } from '@gateway/scripts/pay/rails'
import { eventually } from '@gateway/testing/wait'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startBrowser } from '../support/browser.ts'
import { hasReadAll } from '../support/chain-heights.ts'
import { say } from '../support/say.ts'
import { sharedStory } from '../support/shared-story.ts'
import { openShopper, scanShown, type Shopper } from '../support/shopper.ts'
import { mine, type Story } from '../support/story.ts'
import { newWallets } from '../support/wallets.ts'

const AMOUNT = 0.05

let story: Story
let browser: Browser
beforeAll(async () => void ([story, browser] = await Promise.all([sharedStory(), startBrowser()])))
afterAll(async () => {
  await browser?.close()
  await story?.close()
})

/** A new escrow in BTC, and the links of its parties. */
async function open() {
  const [{ BTC: depositor }, { BTC: beneficiary }] = [await newWallets(['BTC']), await newWallets(['BTC'])]
  const body = { chain: 'BTC', amount: AMOUNT, depositor_address: depositor, beneficiary_address: beneficiary }
  const { body: escrow } = await say(story.gateway.api, 'POST /escrow', { body })
  const link = (token: unknown): string => `${story.gateway.api}/escrow/manage?id=${String(escrow['id'])}&token=${String(token)}`
  return {
    id: String(escrow['id']),
    address: String(escrow['escrow_address']),
    forDepositor: link(escrow['release_token']),
    forBeneficiary: link(escrow['beneficiary_token']),
  }
}

/** Mines until the badge of a page says this. A page with scripts looks by itself, and at once when its browser is online again. */
const untilBadge = ({ page }: Shopper, state: string, hasScripts = true): Promise<true> =>
  eventually(`the page to say ${state}`, async () => {
    const isRead = await hasReadAll(story, 'BTC')
    await (hasScripts ? page.evaluate("dispatchEvent(new Event('online'))") : page.reload())
    if ((await page.locator('.badge--lg').textContent()) === state) return true
    if (isRead) await mine(story, 'BTC', 1)
    return undefined
  })

const press = (page: Page, name: string): Promise<void> => page.getByRole('link', { name, exact: true }).click()

test('the depositor opens the link, pays in, and releases without scripts; the beneficiary sees it released and paid out', async () => {
  const escrow = await open()
  const depositor = await openShopper(browser, escrow.forDepositor, { javaScriptEnabled: false })
  const { page } = depositor
  expect(page.url()).toBe(`${story.gateway.api}/escrow/manage?id=${escrow.id}`)
  expect(await page.locator('.role').textContent()).toContain('You are the depositor.')
  const beneficiary = await openShopper(browser, escrow.forBeneficiary)
  expect(await scanShown(browser, page, '#qr-link')).toBe(`bitcoin:${escrow.address}?amount=${AMOUNT}`)

  await payAsset(story.chains, 'BTC', { to: escrow.address, units: BigInt(Math.round(AMOUNT * 10 ** assetOf('BTC').decimals)) })
  await untilBadge(depositor, 'Funded', false)
  await untilBadge(beneficiary, 'Funded')
  expect(await beneficiary.page.locator('.role').textContent()).toContain('You are the beneficiary.')
  expect(await beneficiary.page.locator('#release').count()).toBe(0)

  await press(page, 'Release…')
  const release = page.getByRole('button', { name: `Release ${AMOUNT} BTC` })
  await release.click()
  // The browser itself asks for the tick first.
  expect(await page.locator('.badge--lg').count()).toBe(0)
  await page.getByLabel('I have received what I paid for').check()
  await release.click()
  await page.getByText('Released to the beneficiary').waitFor()
  expect(page.url()).toBe(`${story.gateway.api}/escrow/manage?id=${escrow.id}`)

  await untilBadge(beneficiary, 'Settled')
  expect(await beneficiary.isSameDocument()).toBe(true)
  expect(await beneficiary.page.getByText('Done: ').textContent()).toContain('0.0495 BTC')
  expect([depositor.trouble, beneficiary.trouble]).toEqual([[], []])
  await Promise.all([depositor.close(), beneficiary.close()])
})

test('a party without its link enters the token, and disputes with the keyboard alone', async () => {
  const escrow = await open()
  await payAsset(story.chains, 'BTC', { to: escrow.address, units: BigInt(Math.round(AMOUNT * 10 ** assetOf('BTC').decimals)) })
  const [link = '', token = ''] = escrow.forBeneficiary.split('&token=')
  const party = await openShopper(browser, link)
  const { page } = party
  await page.getByLabel('Token').fill(token)
  await page.keyboard.press('Enter')
  await page.locator('.role').waitFor()
  await untilBadge(party, 'Funded')
  await page.locator('#dispute').focus()
  await page.keyboard.press('Enter')
  await page.getByLabel('What went wrong?').fill('It is not what was agreed.')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.getByText('“It is not what was agreed.”').first().waitFor()
  expect(await page.locator('.badge--lg').textContent()).toBe('Disputed')
  expect(party.trouble).toEqual([])
  await party.close()
})
