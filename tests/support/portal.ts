import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core'
import type { Merchant } from './shop.ts'
import { openShopper, type Shopper } from './shopper.ts'

const DESK = { viewport: { width: 1_280, height: 900 }, deviceScaleFactor: 1 } as const

/** A window on a desk that shows the sign-in of the portal. */
export const openPortal = (browser: Browser, api: string, options: BrowserContextOptions = {}): Promise<Shopper> =>
  openShopper(browser, `${api}/dashboard/sign-in`, { ...DESK, ...options })

/** A window in which a merchant has signed in; it shows the first page of the business, or the form that opens one. */
export async function openSignedIn(browser: Browser, merchant: Merchant, options: BrowserContextOptions = {}): Promise<Shopper> {
  const shopper = await openPortal(browser, merchant.api, options)
  await signIn(shopper.page, merchant)
  await shopper.page
    .locator('h1')
    .filter({ hasText: /^(?:Home|Open a business)$/ })
    .waitFor()
  return shopper
}

/** Fills the first step of the sign-in and sends it. */
export async function signIn(page: Page, { email, password }: Pick<Merchant, 'email' | 'password'>): Promise<void> {
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password').fill(password)
  await press(page, 'Sign in')
}

/** Presses the button of exactly this name. */
export const press = (page: Page, name: string): Promise<void> => page.getByRole('button', { name, exact: true }).click()

/** Waits until a page, or a part of one, shows a text. */
export const shows = (page: Page | Locator, text: string | RegExp): Promise<void> => page.getByText(text).first().waitFor()

/** Waits until the page has this heading. */
export const headed = (page: Page, name: string | RegExp): Promise<void> => page.getByRole('heading', { level: 1, name }).waitFor()

/** Reads a secret that is shown once, says that it is stored, and ends its dialog. */
export async function takeSecret(page: Page, title: string): Promise<string> {
  const dialog = page.getByRole('dialog', { name: title })
  const secret = await dialog.locator('output').textContent()
  await dialog.getByLabel('I have stored it in a safe place').check()
  await dialog.getByRole('button', { name: 'Done' }).click()
  await dialog.waitFor({ state: 'hidden' })
  return secret ?? ''
}

/** Answers the question for the password that comes before something important; a wrong one is refused in words. */
export async function confirmIdentity(page: Page, { password }: Pick<Merchant, 'password'>, refusal?: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' })
  await dialog.getByLabel('Your password').fill(password)
  await dialog.getByRole('button', { name: 'Confirm', exact: true }).click()
  if (refusal === undefined) await dialog.waitFor({ state: 'hidden' })
  else await shows(dialog, refusal)
}

/** What a screen reader calls the element that has the focus. */
export const focusedName = (page: Page): Promise<string> =>
  page.evaluate<string>(
    `(({ ariaLabel, labels, textContent }) => (ariaLabel ?? (labels?.[0] ?? { textContent }).textContent).replace('(optional)', '').trim())(document.activeElement)`,
  )

const MOST_STOPS = 60

/** Goes on with the Tab key to the element of this name. @throws {Error} when no stop has it. */
export async function reach(page: Page, name: string): Promise<void> {
  const stops: string[] = []
  while (stops.length < MOST_STOPS) {
    await page.keyboard.press('Tab')
    stops.push(await focusedName(page))
    if (stops.at(-1) === name) return
  }
  throw new Error(`the keyboard does not reach ${name}: ${stops.join(', ')}`)
}
