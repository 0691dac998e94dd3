import { plans } from '@gateway/domain/businesses/plan'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { readSettings } from '../kernel/settings.ts'
import { BusinessesEnv, PlansEnv } from './env.ts'

const read = (settings: Record<string, string>) => readSettings(z.object({ ...PlansEnv.shape, ...BusinessesEnv.shape }), settings)

describe('settings of businesses', () => {
  test('uses the documented defaults when nothing is set', () => {
    expect(read({})).toEqual({ PLANS: plans, PAYMENT_WINDOW_SECONDS: 900 })
  })

  test('merges plans of the operator into the defaults', () => {
    expect(read({ PLANS: '{"starter":{"feeBps":0},"professional":{"monthlyTransactions":1000000000}}' }).PLANS).toEqual({
      starter: { feeBps: 0, monthlyTransactions: 100 },
      professional: { feeBps: 50, monthlyTransactions: 1_000_000_000 },
    })
    expect(read({ PAYMENT_WINDOW_SECONDS: '86400' }).PAYMENT_WINDOW_SECONDS).toBe(86_400)
  })

  test.each([
    ['PLANS.starter.feeBps:', { PLANS: '{"starter":{"feeBps":1001}}' }],
    ['PLANS.starter.feeBps:', { PLANS: '{"starter":{"feeBps":-1}}' }],
    ['PLANS.professional.monthlyTransactions:', { PLANS: '{"professional":{"monthlyTransactions":0}}' }],
    ['PLANS.starter: Unrecognized key: "fee"', { PLANS: '{"starter":{"fee":1}}' }],
    ['PLANS: Unrecognized key: "free"', { PLANS: '{"free":{"feeBps":1}}' }],
    ['PLANS: must be JSON', { PLANS: 'starter' }],
    ['PAYMENT_WINDOW_SECONDS:', { PAYMENT_WINDOW_SECONDS: '59' }],
    ['PAYMENT_WINDOW_SECONDS:', { PAYMENT_WINDOW_SECONDS: '86401' }],
  ])('names the wrong member of a rejected setting: %s', (named, settings) => {
    expect(() => read(settings)).toThrow(named)
  })
})
