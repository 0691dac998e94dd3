import { expect, test } from 'vitest'
import { StripeEnv, StripeEventsEnv, stripeKeys } from './settings.ts'

const all = { STRIPE_CHECKOUT_KEY: 'rk_test_a', STRIPE_REFUNDS_KEY: 'rk_test_b', STRIPE_TRANSFERS_KEY: 'rk_test_c' }

test('cards are served with all three keys of one mode, and not without any', () => {
  expect(stripeKeys(StripeEnv.parse(all))).toEqual({ checkout: 'rk_test_a', refunds: 'rk_test_b', transfers: 'rk_test_c' })
  expect(stripeKeys(StripeEnv.parse({}))).toBeUndefined()
  expect(() => stripeKeys(StripeEnv.parse({ ...all, STRIPE_REFUNDS_KEY: undefined }))).toThrow('are set together')
  expect(() => stripeKeys(StripeEnv.parse({ ...all, STRIPE_REFUNDS_KEY: 'rk_live_b' }))).toThrow('are of one mode')
  expect(StripeEnv.safeParse({ ...all, STRIPE_REFUNDS_KEY: 'pk_test_b' }).success).toBe(false)
})

test('the secrets of several endpoints are separated by commas', () => {
  expect(StripeEventsEnv.parse({ STRIPE_WEBHOOK_SECRETS: 'whsec_a, whsec_b,' }).STRIPE_WEBHOOK_SECRETS).toEqual(['whsec_a', 'whsec_b'])
  expect(StripeEventsEnv.parse({}).STRIPE_WEBHOOK_SECRETS).toEqual([])
})
