import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type OpenDouble, openDouble } from './open-double.ts'
import { refusalOf, sessionOf, submit } from './shop.ts'

let double: OpenDouble
beforeAll(async () => void (double = await openDouble()))
afterAll(() => double.stop())

const REFRESH = 'https://gateway.example/refresh'
const RETURN = 'https://gateway.example/return'

async function begin() {
  const { id } = await double.stripe.accounts.create({
    controller: { fees: { payer: 'account' }, losses: { payments: 'stripe' }, stripe_dashboard: { type: 'express' } },
    country: 'JP',
    capabilities: { card_payments: { requested: true }, transfers: { requested: true } },
    metadata: { business_id: 'b1' },
  })
  return { id, url: await linkOf(id) }
}

async function linkOf(account: string): Promise<string> {
  const { url } = await double.stripe.accountLinks.create({ account, type: 'account_onboarding', refresh_url: REFRESH, return_url: RETURN })
  return url
}

const visit = (url: string, form?: Record<string, string>) =>
  fetch(url, { redirect: 'manual', ...(form && { method: 'POST', body: new URLSearchParams(form) }) })

describe('onboarding', () => {
  test('makes an account that may do nothing one that may charge and is paid out', async () => {
    const { id, url } = await begin()
    expect(await double.stripe.accounts.retrieve(id)).toMatchObject({
      charges_enabled: false,
      default_currency: 'jpy',
      requirements: { currently_due: expect.arrayContaining(['external_account']), disabled_reason: 'requirements.past_due' },
      metadata: { business_id: 'b1' },
    })
    expect(await refusalOf(double.stripe.checkout.sessions.create(sessionOf(500), { stripeAccount: id }))).toMatchObject({
      statusCode: 400,
    })
    expect(await submit(url, { outcome: 'complete' })).toEqual({ url: RETURN })
    expect(await double.stripe.accounts.retrieve(id)).toMatchObject({
      charges_enabled: true,
      payouts_enabled: true,
      details_submitted: true,
      capabilities: { card_payments: 'active', transfers: 'active' },
      requirements: { currently_due: [], disabled_reason: null },
    })
    await expect.poll(double.types).toContain('account.updated')
  })

  test('that is cut short leaves requirements with a deadline', async () => {
    const { id, url } = await begin()
    await submit(url, { outcome: 'later' })
    expect(await double.stripe.accounts.retrieve(id)).toMatchObject({
      charges_enabled: true,
      payouts_enabled: false,
      requirements: { currently_due: ['individual.verification.document'], current_deadline: expect.any(Number) },
    })
  })

  test('opens a page once; the used and the expired link lead to a fresh one', async () => {
    const { id, url } = await begin()
    const page = await (await visit(url)).text()
    expect(page).toContain('external_account')
    expect((await visit(url)).headers.get('location')).toBe(REFRESH)
    const action = /action="([^"]+)"/.exec(page)?.[1] ?? ''
    expect((await visit(`${double.url}${action}`, { outcome: 'complete' })).headers.get('location')).toBe(RETURN)
    const old = await linkOf(id)
    await double.control.do('advanceClock', { seconds: 301 })
    expect((await visit(old)).headers.get('location')).toBe(REFRESH)
  })

  test('is steered by the control: requirements come due again', async () => {
    const { id, url } = await begin()
    await submit(url, { outcome: 'complete' })
    const requirements = { past_due: ['company.tax_id'], disabled_reason: 'requirements.past_due' as const }
    await double.control.do('moveAccount', { account: id, charges_enabled: false, payouts_enabled: false, requirements })
    expect(await double.stripe.accounts.retrieve(id)).toMatchObject({
      charges_enabled: false,
      requirements,
      capabilities: { transfers: 'inactive' },
    })
  })

  test('is refused for a country that is not served, and for a type beside a controller', async () => {
    expect(await refusalOf(double.stripe.accounts.create({ type: 'express', country: 'KP' }))).toMatchObject({
      code: 'country_unsupported',
    })
    const both = double.stripe.accounts.create({ type: 'express', controller: { stripe_dashboard: { type: 'express' } } })
    expect(await refusalOf(both)).toMatchObject({ statusCode: 400, param: 'type' })
  })
})
