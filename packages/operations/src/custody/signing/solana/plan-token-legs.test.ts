import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { planTokenLegs, type TokenPayout } from './plan-token-legs.ts'

const FEE = 1n
const RENT = 100n
/** Worth three times its cost, with a fee of 1 and a rent of 100. */
const isWorth: TokenPayout['isWorth'] = (units, { opened, returnedUnits }) => units >= 3n * costOf(opened, returnedUnits)
const costOf = (opened: number, returnedUnits: bigint): bigint => {
  const rent = RENT * BigInt(opened) - returnedUnits
  return FEE + (rent > 0n ? rent : 0n)
}
const payout = (change: Partial<TokenPayout> = {}): TokenPayout => ({
  payee: { address: 'payee', units: 990n, exists: false },
  platform: { address: 'platform', units: 10n },
  excess: undefined,
  returnedUnits: RENT,
  isWorth,
  ...change,
})
const excess = (units: bigint, exists: boolean | undefined) => ({ address: 'depositor', units, exists })

describe('the accounts that a payout of tokens opens', () => {
  test('a new account is opened where one of ours gives its rent back, or where the amount is worth its rent', () => {
    const legs = [
      { address: 'payee', units: 990n, mayOpen: true },
      { address: 'platform', units: 10n, mayOpen: true },
    ]
    expect(planTokenLegs(payout())).toEqual({ legs })
    expect(planTokenLegs(payout({ returnedUnits: 0n }))).toEqual({ legs })
  })

  test.each([
    [false, 0n, { reason: 'below_cost_of_forwarding' }],
    [undefined, 0n, { reason: 'account_balance_unknown' }],
    [true, 0n, { legs: [{ address: 'payee', units: 200n, mayOpen: false }] }],
    [false, RENT, { legs: [{ address: 'payee', units: 200n, mayOpen: true }] }],
    // It was opened when rent was lower.
    [false, RENT / 4n, { reason: 'below_cost_of_forwarding' }],
    [false, undefined, { reason: 'account_balance_unknown' }],
    [true, undefined, { legs: [{ address: 'payee', units: 200n, mayOpen: false }] }],
  ] as const)('an amount below that, to an account that exists: %s, while ours gives back %s', (exists, returnedUnits, planned) => {
    expect(planTokenLegs(payout({ payee: { address: 'payee', units: 200n, exists }, platform: undefined, returnedUnits }))).toEqual(planned)
  })

  test.each([
    ['one unit for which an account would be opened travels with the payee', excess(1n, false), ['payee 991', 'platform 10']],
    ['one unit to an account that exists is a leg of its own', excess(1n, true), ['payee 990', 'platform 10', 'depositor 1']],
    ['what is worth an account gets one', excess(303n, false), ['payee 990', 'platform 10', 'depositor 303']],
    ['what is worth one needs no knowledge of it', excess(303n, undefined), ['payee 990', 'platform 10', 'depositor 303']],
  ])('an excess: %s', (_case, given, shown) => {
    const planned = planTokenLegs(payout({ excess: given }))
    expect('legs' in planned ? planned.legs.map(({ address, units }) => `${address} ${units}`) : planned).toEqual(shown)
  })

  test('an excess waits until it is known whether its account exists', () => {
    expect(planTokenLegs(payout({ excess: excess(1n, undefined) }))).toEqual({ reason: 'account_balance_unknown' })
  })

  test('no payout loses or adds a unit, or opens more accounts than a third of it pays for', () => {
    const units = fc.bigInt({ min: 1n, max: 2_000n })
    const exists = fc.constantFrom(true, false, undefined)
    const payee = fc.record({ units, exists })
    const maybe = <Value>(some: fc.Arbitrary<Value>) => fc.option(some, { nil: undefined })
    fc.assert(
      fc.property(
        fc.record({ paid: payee, rest: maybe(payee), fee: maybe(units), returned: maybe(fc.bigInt(0n, 2n * RENT)) }),
        ({ paid, rest, fee, returned }) => {
          const planned = planTokenLegs({
            payee: { address: 'payee', ...paid },
            platform: fee === undefined ? undefined : { address: 'platform', units: fee },
            excess: rest && { address: 'depositor', ...rest },
            returnedUnits: returned,
            isWorth,
          })
          if ('reason' in planned) return
          const sum = planned.legs.reduce((all, leg) => all + leg.units, 0n)
          expect(sum).toBe(paid.units + (rest?.units ?? 0n) + (fee ?? 0n))
          const opened = planned.legs.filter(({ address, mayOpen }) => address !== 'platform' && mayOpen).length
          expect(3n * costOf(opened, returned ?? 0n)).toBeLessThanOrEqual(sum)
        },
      ),
    )
  })
})
