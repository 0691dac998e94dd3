import { defaultRules } from '@gateway/domain/payments/payment-rules'
import { textOfRules } from '@gateway/domain/payments/rules-canonical-text'
import { describe, expect, test } from 'vitest'
import { readSettings } from '../../kernel/settings.ts'
import { PaymentRulesEnv } from '../env.ts'

const rulesOf = (written: unknown) => readSettings(PaymentRulesEnv, { PAYMENT_RULES: JSON.stringify(written) }).PAYMENT_RULES

describe('rules of payments', () => {
  test('rules equal the documented defaults when nothing is set', () => {
    expect(textOfRules(readSettings(PaymentRulesEnv, {}).PAYMENT_RULES)).toBe(textOfRules(defaultRules))
    expect(textOfRules(rulesOf({ keptBps: 9_800, floors: { BTC: '0.00005' }, confirmations: { ETH: [12, 12, 12, 12] } }))).toBe(
      textOfRules(defaultRules),
    )
  })

  test('rules take every member of the operator’s setting', () => {
    const said = {
      lateWindowDays: 7,
      keptBps: 9_000,
      toleranceQuotedUnits: 3,
      ceilingUsd: 5_000,
      costMultiple: 20,
      floors: { BTC: '0.0001', USDC_ETH: '2.5' },
      bandLimitsUsd: [10, 20, 30],
      confirmations: { BTC: [2, 2, 4, 6], ETH: [20, 20, 20, 20] },
      finality: { ETH: [false, true, true, true] },
    }
    expect(rulesOf(said)).toEqual({
      lateWindowMs: 7 * 24 * 60 * 60_000,
      keptBps: 9_000,
      toleranceQuotedUnits: 3,
      ceilingUsdCents: 500_000n,
      costMultiple: 20,
      floorUnits: { ...defaultRules.floorUnits, BTC: 10_000n, USDC_ETH: 2_500_000n },
      bandLimitsUsdCents: [1_000n, 2_000n, 3_000n],
      confirmationBands: {
        ...defaultRules.confirmationBands,
        BTC: [2, 2, 4, 6].map((confirmations) => ({ confirmations, finality: false })),
        ETH: [false, true, true, true].map((finality) => ({ confirmations: 20, finality })),
      },
    })
  })

  test('setting only the confirmations of a chain keeps its finality', () => {
    expect(rulesOf({ confirmations: { ETH: [1, 1, 1, 1] } }).confirmationBands.ETH.map(({ finality }) => finality)).toEqual([
      false,
      false,
      false,
      true,
    ])
  })

  test('rules may exclude late deposits or accept them at any rate', () => {
    expect(rulesOf({ lateWindowDays: 0, keptBps: 0, toleranceQuotedUnits: 0 })).toMatchObject({
      lateWindowMs: 0,
      keptBps: 0,
      toleranceQuotedUnits: 0,
    })
  })

  test.each<[named: string, written: unknown]>([
    ['PAYMENT_RULES: Invalid input', []],
    ['PAYMENT_RULES: Unrecognized key: "keptPercent"', { keptPercent: 98 }],
    ['PAYMENT_RULES.lateWindowDays:', { lateWindowDays: 366 }],
    ['PAYMENT_RULES.lateWindowDays:', { lateWindowDays: -1 }],
    ['PAYMENT_RULES.keptBps:', { keptBps: 10_001 }],
    ['PAYMENT_RULES.keptBps:', { keptBps: '9800' }],
    ['PAYMENT_RULES.toleranceQuotedUnits:', { toleranceQuotedUnits: 0.5 }],
    ['PAYMENT_RULES.ceilingUsd:', { ceilingUsd: 0 }],
    ['PAYMENT_RULES.costMultiple:', { costMultiple: 0 }],
    ['PAYMENT_RULES.floors: Unrecognized key: "DOGE"', { floors: { DOGE: '1' } }],
    ['PAYMENT_RULES.floors.BTC: must be a text with a decimal of at most 8 digits', { floors: { BTC: '0.000000001' } }],
    ['PAYMENT_RULES.floors.BTC: must be at least 0.0000001 ', { floors: { BTC: '0.00000009' } }],
    ['PAYMENT_RULES.floors.ETH: must be at least 0.0000001 ', { floors: { ETH: '0' } }],
    ['PAYMENT_RULES.floors.BTC: must be at least 0.0001 ', { toleranceQuotedUnits: 1_000 }],
    ['PAYMENT_RULES.bandLimitsUsd:', { bandLimitsUsd: [100, 1_000] }],
    ['PAYMENT_RULES.bandLimitsUsd: must rise', { bandLimitsUsd: [100, 100, 1_000] }],
    ['PAYMENT_RULES.confirmations.BTC.0:', { confirmations: { BTC: [0, 2, 3, 6] } }],
    ['PAYMENT_RULES.confirmations.BTC:', { confirmations: { BTC: [1, 2, 3] } }],
    ['PAYMENT_RULES.confirmations.BTC: must not fall', { confirmations: { BTC: [1, 3, 2, 6] } }],
    ['PAYMENT_RULES.confirmations: Unrecognized key: "SOL"', { confirmations: { SOL: [1, 1, 1, 1] } }],
    ['PAYMENT_RULES.confirmations: Unrecognized key: "POL"', { confirmations: { POL: [128, 128, 128, 128] } }],
    ['PAYMENT_RULES.finality: Unrecognized key: "POL"', { finality: { POL: [false, false, false, true] } }],
    ['PAYMENT_RULES.finality: Unrecognized key: "BTC"', { finality: { BTC: [true, true, true, true] } }],
    ['PAYMENT_RULES.finality.ETH: must not fall', { finality: { ETH: [true, false, false, true] } }],
  ])('a rejected setting names the wrong member: %s of %j', (named, written) => {
    expect(() => rulesOf(written)).toThrow(named)
  })

  test('a setting that is no JSON is rejected without showing its text', () => {
    const read = () => readSettings(PaymentRulesEnv, { PAYMENT_RULES: 'keptBps=hunter2' })
    expect(read).toThrow('PAYMENT_RULES: must be JSON')
    expect(read).not.toThrow('hunter2')
  })
})
