import { OnboardCardsInput } from '@gateway/contract/cards/inputs'
import { tables } from '@gateway/db/tables'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type CardShop, closeCardShop, openCardShop } from '../../testing/test-cards.ts'
import { findCardAccount, getCardAccount } from './get-card-account.ts'
import { requestOnboarding } from './request-onboarding.ts'

let shop: CardShop
beforeAll(async () => {
  shop = await openCardShop()
})
afterAll(() => closeCardShop(shop))
beforeEach(() => shop.stripe.control.do('clearFaults'))

const db = () => tables(shop.ctx.orm.em.fork())
const ask = (wish: Readonly<Record<string, unknown>> = {}) =>
  requestOnboarding(shop.ctx, { actor: shop.actor, wish: OnboardCardsInput.parse({ business_id: shop.businessId, ...wish }) })
const status = () => getCardAccount(shop.ctx, { actor: shop.actor, businessId: shop.businessId })
const accountsAtProcessor = async () =>
  (await shop.stripe.control.do('readLog')).requests.filter(
    ({ method, path, executed, replayed }) => method === 'POST' && path === '/v1/accounts' && executed && !replayed,
  )

test('a business has no account before its first onboarding, which needs a country', async () => {
  await expect(status()).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect(await findCardAccount(shop.ctx, { actor: shop.actor, businessId: shop.businessId })).toBeNull()
  await expect(ask()).rejects.toMatchObject({ details: [{ field: 'country' }] })
})

test('a refused onboarding leaves nothing behind, so that the next one may name another country', async () => {
  await expect(ask({ country: 'ZZ' })).rejects.toMatchObject({ code: 'PROCESSOR_ERROR' })
  await expect(status()).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('a business has no account until the processor has opened it', async () => {
  const hear = () => {
    throw new Error('the process has died')
  }
  const wish = OnboardCardsInput.parse({ business_id: shop.businessId, country: 'US', email: 'mara@kestrel.example' })
  await expect(requestOnboarding({ ...shop.ctx, hear }, { actor: shop.actor, wish })).rejects.toThrow('died')
  await expect(status()).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('an account is opened once, whatever becomes of the calls, and every onboarding has a fresh link', async () => {
  await shop.stripe.control.do('failApi', { moment: 'after', answer: 'html_502', method: 'POST', path: '/v1/accounts' })
  const hear = async ({ ms }: { ms: number }) => {
    shop.ctx.clock.advance(ms)
    await shop.work()
  }
  const wish = OnboardCardsInput.parse({ business_id: shop.businessId, country: 'US', email: 'mara@kestrel.example' })
  const first = await requestOnboarding({ ...shop.ctx, hear }, { actor: shop.actor, wish })
  const second = await ask()
  expect(second.processorAccountId).toBe(first.processorAccountId)
  expect(second.url).not.toBe(first.url)
  expect(await accountsAtProcessor()).toHaveLength(1)
  expect(await status()).toMatchObject({ country: 'US', email: 'mara@kestrel.example', chargesEnabled: false, detailsSubmitted: false })
})

test('the page of the processor leads back to the onboarding page of the business, also where its link was used before', async () => {
  await ask()
  const { requests } = await shop.stripe.control.do('readLog')
  const params = new URLSearchParams(requests.findLast(({ path }) => path === '/v1/account_links')?.form)
  const page = `${shop.ctx.publicUrl}/dashboard/b/${shop.businessId}/cards/onboarding`
  expect([params.get('return_url'), params.get('refresh_url')]).toEqual([`${page}?from=processor`, `${page}?from=expired`])
})

test('the country of an account does not change', async () => {
  await expect(ask({ country: 'DE' })).rejects.toMatchObject({ details: [{ field: 'country' }] })
})

test('an account that nobody has told about is asked about until it is complete', async () => {
  const { processorAccountId } = await status()
  await shop.stripe.control.do('completeOnboarding', { account: processorAccountId ?? '' })
  await shop.look(60 * 60_000)
  expect(await status()).toMatchObject({ chargesEnabled: true, payoutsEnabled: true, detailsSubmitted: true, requirementsDue: [] })
  expect(await db().selectFrom('processor_account').select('lookAt').execute()).toEqual([{ lookAt: null }])
})

test('an older answer does not undo a newer one', async () => {
  const { applyAccount } = await import('./apply-account.ts')
  const account = await db().selectFrom('processor_account').selectAll().executeTakeFirstOrThrow()
  const facts = { ...account, id: account.processorAccountId ?? '', intentId: null, chargesEnabled: false }
  await applyAccount(shop.ctx, account, { facts, askedAt: new Date((account.asOf?.getTime() ?? 0) - 1) })
  expect((await status()).chargesEnabled).toBe(true)
})

test('an account whose merchant has taken our access away may do nothing', async () => {
  const { processorAccountId } = await status()
  const account = processorAccountId ?? ''
  await shop.stripe.control.do('disconnectAccount', { account })
  await shop.tell({ type: 'account.application.deauthorized', objectId: 'ca_platform', account })
  shop.ctx.clock.advance(1_000)
  await shop.work()
  expect(await status()).toMatchObject({ chargesEnabled: false, payoutsEnabled: false, disabledReason: 'platform_disconnected' })
})

test('the account of another merchant’s business is not found', async () => {
  const actor = { ...shop.actor, merchantId: shop.ctx.ids.uuid() }
  await expect(getCardAccount(shop.ctx, { actor, businessId: shop.businessId })).rejects.toMatchObject({ code: 'NOT_FOUND' })
})
