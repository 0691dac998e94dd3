import { payNative, payToken } from '@gateway/devnet/evm/evm-faucet'
import { call } from '@gateway/scripts/demo/client'
import { Secret, TOTP } from 'otpauth'
import type { Browser, Page } from 'playwright-core'
import { getAddress } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startBrowser } from '../support/browser.ts'
import { pay } from '../support/customer.ts'
import { deployForeignToken, flushByHand } from '../support/foreign-token.ts'
import { untilForwarded } from '../support/forwarding.ts'
import { headed, openPortal, press, shows, signIn } from '../support/portal.ts'
import { sharedStory } from '../support/shared-story.ts'
import { newCredentials } from '../support/shop.ts'
import type { Shopper } from '../support/shopper.ts'
import { mine, type Story } from '../support/story.ts'

let story: Story
let browser: Browser
beforeAll(async () => {
  ;[story, browser] = await Promise.all([sharedStory(), startBrowser()])
})
afterAll(async () => {
  await browser?.close()
  await story?.close()
})

/** A window in which an operator has signed in with a recovery code as the second factor. */
async function openOperator(): Promise<Shopper & { readonly email: string }> {
  const { api } = story.gateway
  const { email, password } = newCredentials()
  const { token } = await call<{ token: string }>(api, { path: '/auth/register', body: { email, password } })
  await story.sql.query('UPDATE merchant SET email_verified_at = now(), operator_since = now() WHERE email = $1', [email])
  const ask = async (name: string, input: object = {}) => {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` }
    const answer = await fetch(`${api}/trpc/accounts.factors.${name}`, { method: 'POST', headers, body: JSON.stringify(input) })
    return ((await answer.json()) as { result: { data: Record<string, unknown> } }).result.data
  }
  const { secret } = await ask('startTotp')
  const code = new TOTP({ secret: Secret.fromBase32(String(secret)) }).generate()
  const { recovery_codes: codes } = await ask('confirmTotp', { code })
  const shopper = await openPortal(browser, api)
  await signIn(shopper.page, { email, password })
  await shopper.page.getByLabel('Code').fill(String((codes as string[])[0]))
  await press(shopper.page, 'Continue')
  await headed(shopper.page, 'Open a business')
  return { ...shopper, email }
}

const at = (path: string): string => `${story.gateway.api}/dashboard/operator${path}`

/** Pauses payouts on the open page of pauses, and waits until it lists the pause. */
async function pausePayouts(page: Page, { scope, reason }: { scope: string; reason: string }): Promise<void> {
  await press(page, 'Pause payouts…')
  await page.getByLabel('Scope').fill(scope)
  await page.getByLabel('Reason').fill(reason)
  await page.getByLabel('Type PAUSE to confirm').fill('PAUSE')
  await page.getByRole('dialog').getByRole('button', { name: 'Pause payouts' }).click()
  await page.getByRole('row').filter({ hasText: scope }).getByText(reason).waitFor()
}

test('one operator pauses the payouts of a merchant, and two lift it as they were shown it', async () => {
  const [one, other] = [await openOperator(), await openOperator()]
  const { rows } = await story.sql.query<{ id: string }>('SELECT merchant_id AS id FROM business WHERE id = $1', [story.shop.businessId])
  const scope = `merchant:${rows[0]?.id}`
  await one.page.goto(at('/pauses'))
  await pausePayouts(one.page, { scope, reason: 'A drill' })

  const payment = await story.shop.ask({ blockchain: 'BTC', amount: 25 })
  await pay(story, payment)
  await mine(story, 'BTC', 1)
  await one.page.goto(at('/payouts'))
  const row = one.page.getByRole('row').filter({ hasText: payment.id.slice(0, 8) })
  await row.getByText('paused').waitFor()
  await row.getByRole('link', { name: payment.id.slice(0, 8) }).click()
  await shows(one.page, 'What can be done now')

  await one.page.goto(at('/pauses'))
  await one.page.getByRole('row').filter({ hasText: scope }).getByRole('button', { name: 'Lift…' }).click()
  const dialog = one.page.getByRole('dialog')
  await shows(dialog, 'A drill')
  await other.page.goto(at('/pauses'))
  await pausePayouts(other.page, { scope, reason: 'A thief' })
  await shows(one.page.locator('table'), 'A thief')
  expect(await dialog.textContent(), 'the approved rows are those shown when the dialog opened').not.toContain('A thief')
  await press(one.page, 'Approve')
  await shows(dialog, 'A thief')
  await press(one.page, 'Keep it paused')

  for (const { page } of [one, other]) {
    await page.goto(at('/pauses'))
    const paused = page.getByRole('row').filter({ hasText: scope })
    await paused.getByRole('button', { name: 'Lift…' }).click()
    await press(page, 'Approve')
    await paused.getByText('another operator must approve').or(page.getByText('Approved by two operators')).first().waitFor()
  }
  await untilForwarded(story, payment)
  await other.page.goto(at('/audit'))
  await other.page.getByRole('row').filter({ hasText: one.email }).filter({ hasText: 'pause' }).first().waitFor()
  expect([...one.trouble, ...other.trouble]).toEqual([])
  await Promise.all([one.close(), other.close()])
})

test('an unsupported token is listed with the command that flushes it, and leaves the list once anybody has sent that', async () => {
  const { page, trouble, close } = await openOperator()
  const token = await deployForeignToken(story)
  const payment = await story.shop.ask({ blockchain: 'ETH', amount: 25 })
  await payToken(story.evm, { token, to: getAddress(payment.payment_address), units: 1_000_000n })
  await mine(story, 'ETH', 12)
  await page.goto(at('/tokens'))
  const row = page.getByRole('row').filter({ hasText: payment.id.slice(0, 8) })
  await row.getByText(token, { exact: false }).waitFor()
  await row.getByRole('link').click()
  await shows(page, `flush-call ${payment.id} ${token.toLowerCase()}`)
  await flushByHand(story, { id: payment.id, token })
  await page.goBack()
  await row.waitFor({ state: 'detached' })
  expect(trouble).toEqual([])
  await close()
})

test('money on the wrong chain is listed with both chains, and the page of its payment has the command that flushes it there', async () => {
  const { page, trouble, close } = await openOperator()
  const payment = await story.shop.ask({ blockchain: 'ETH', amount: 25 })
  await payNative(story.chains.POL, { to: getAddress(payment.payment_address), wei: 3n * 10n ** 18n })
  await mine(story, 'POL', 1)
  await page.goto(at('/wrong-chain'))
  const row = page.getByRole('row').filter({ hasText: payment.id.slice(0, 8) })
  await row.getByText('3 POL').waitFor()
  await row.getByText('POL, due on ETH').waitFor()
  await row.getByRole('link').click()
  await shows(page, `flush-call ${payment.id} POL`)
  await flushByHand(story, { id: payment.id, token: 'POL', on: 'POL' })
  await page.goBack()
  await row.waitFor({ state: 'detached' })
  expect(trouble).toEqual([])
  await close()
})

test('a merchant without the role sees no operator area', async () => {
  const { email, password } = newCredentials()
  await call(story.gateway.api, { path: '/auth/register', body: { email, password } })
  const { page, trouble, close } = await openPortal(browser, story.gateway.api)
  await signIn(page, { email, password })
  await headed(page, 'Open a business')
  await page.goto(at(''))
  await shows(page, 'This area is for operators')
  expect(trouble).toEqual([])
  await close()
})
