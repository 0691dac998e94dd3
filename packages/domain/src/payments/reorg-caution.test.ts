import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cautiousPolicy, furtherConfirmations } from './reorg-caution.ts'
import { defaultRules as rules } from './payment-rules.ts'
import { requiredConfirmations } from './rules.ts'

const now = new Date('2026-10-01T12:00:00.000Z')
const ago = (ms: number) => new Date(now.getTime() - ms)
const DAY_MS = 24 * 60 * 60_000
const asked = { confirmations: 1, finality: false }
const none = { reorganisedAt: null, at: now, leastConfirmations: 0 }

test('furtherConfirmations adds three on Bitcoin for exactly a day after a reorg', () => {
  const further = [0, DAY_MS - 1, DAY_MS].map((ms) => furtherConfirmations('BTC', { reorganisedAt: ago(ms), at: now }))
  expect(further).toEqual([3, 3, 0])
  expect(furtherConfirmations('BCH', { reorganisedAt: now, at: now })).toBe(3)
  expect(furtherConfirmations('ETH', { reorganisedAt: now, at: now })).toBe(0)
  expect(furtherConfirmations('BTC', none)).toBe(0)
})

test('cautiousPolicy is idempotent, and keeps its extra confirmations after the day is over', () => {
  const once = cautiousPolicy({ rules, chain: 'BTC', usdCents: 6_000n }, { ...none, reorganisedAt: now }, asked)
  expect(once).toEqual({ confirmations: 4, finality: false })
  expect(cautiousPolicy({ rules, chain: 'BTC', usdCents: 6_000n }, { ...none, reorganisedAt: now }, once)).toEqual(once)
  expect(cautiousPolicy({ rules, chain: 'BTC', usdCents: 6_000n }, none, once)).toEqual(once)
})

test('cautiousPolicy waits for the depth from which coins can be spent', () => {
  expect(cautiousPolicy({ rules, chain: 'BTC', usdCents: 6_000n }, { ...none, leastConfirmations: 100 }, asked).confirmations).toBe(100)
})

test('cautiousPolicy never requires less than the band, nor less than before', () => {
  fc.assert(
    fc.property(
      fc.record({ usdCents: fc.bigInt({ min: 0n, max: 10n ** 8n }), since: fc.option(fc.integer({ min: 0, max: 2 * DAY_MS })) }),
      fc.nat(200),
      fc.record({ confirmations: fc.nat(200), finality: fc.boolean() }),
      ({ usdCents, since }, leastConfirmations, current) => {
        const caution = { reorganisedAt: since === null ? null : ago(since), at: now, leastConfirmations }
        const policy = cautiousPolicy({ rules, chain: 'BTC', usdCents }, caution, current)
        const least = Math.max(
          requiredConfirmations({ rules, chain: 'BTC', usdCents }).confirmations,
          leastConfirmations,
          current.confirmations,
        )
        expect(policy.confirmations).toBeGreaterThanOrEqual(least)
        expect(policy.finality || !current.finality).toBe(true)
      },
    ),
  )
})
