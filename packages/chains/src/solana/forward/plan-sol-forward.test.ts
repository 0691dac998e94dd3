import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { planSolForward, type SolForwardRequest } from './plan-sol-forward.ts'

const LEAST = 890_880n
const FEE = 5_000n
const request = (own: Partial<SolForwardRequest> = {}): SolForwardRequest => ({
  balanceUnits: 100_000_000n,
  restUnits: 0n,
  feeUnits: FEE,
  leastBalance: LEAST,
  payee: { address: 'merchant', balanceUnits: 0n },
  platform: { address: 'platform', balanceUnits: 0n },
  platformUnits: 1_000_000n,
  ...own,
})

describe('planSolForward', () => {
  test('pays both legs, and leaves the fee to the network', () => {
    expect(planSolForward(request())).toEqual({
      outcome: 'planned',
      legs: [
        { address: 'merchant', units: 98_995_000n },
        { address: 'platform', units: 1_000_000n },
      ],
      merchantUnits: 98_995_000n,
      platformUnits: 1_000_000n,
      platformDust: false,
      networkFeeUnits: FEE,
    })
  })

  test.each([
    { share: LEAST - 1n, held: 0n, legs: 1 },
    { share: LEAST, held: 0n, legs: 2 },
    { share: 1n, held: LEAST - 1n, legs: 2 },
    { share: 1n, held: LEAST - 2n, legs: 1 },
  ])('pays $legs legs for a share of $share to a platform that holds $held', ({ share, held, legs }) => {
    const plan = planSolForward(request({ platformUnits: share, platform: { address: 'platform', balanceUnits: held } }))
    expect(plan).toMatchObject({ outcome: 'planned', platformDust: legs === 1, platformUnits: legs === 1 ? 0n : share })
    expect(plan).toHaveProperty('legs.length', legs)
  })

  test.each([
    { balance: LEAST + FEE, held: 0n, outcome: 'planned' },
    { balance: LEAST + FEE - 1n, held: 0n, outcome: 'unforwardable' },
    { balance: LEAST + FEE, held: LEAST, outcome: 'planned' },
    { balance: LEAST + FEE - 1n, held: LEAST, outcome: 'unforwardable' },
    { balance: 0n, held: LEAST, outcome: 'unforwardable' },
  ])('A plan is $outcome with $balance lamports for a merchant that holds $held', ({ balance, held, outcome }) => {
    const own = { balanceUnits: balance, platform: undefined, platformUnits: 0n, payee: { address: 'merchant', balanceUnits: held } }
    expect(planSolForward(request(own)).outcome).toBe(outcome)
  })

  test.each([
    { units: LEAST, held: 0n, legs: 3 },
    { units: LEAST - 1n, held: 0n, legs: 2 },
    { units: 1n, held: LEAST, legs: 3 },
  ])('returns an excess of $units to an account that holds $held, in one of $legs legs or to the payee', ({ units, held, legs }) => {
    const plan = planSolForward(request({ excess: { address: 'payer', balanceUnits: held, units } }))
    const back = legs === 3 ? units : 0n
    expect(plan).toMatchObject({ outcome: 'planned', merchantUnits: 98_995_000n - back, platformUnits: 1_000_000n })
    expect(plan).toHaveProperty('legs.length', legs)
  })

  test('counts both legs for one account that gets both', () => {
    const both = { address: 'merchant', balanceUnits: 0n }
    const own = { payee: both, platform: both, balanceUnits: LEAST + FEE, platformUnits: 10n }
    expect(planSolForward(request(own))).toMatchObject({ outcome: 'planned', platformUnits: 10n, merchantUnits: LEAST - 10n })
  })

  test('rejects a share without an address, and negative amounts', () => {
    expect(() => planSolForward(request({ platform: undefined }))).toThrow(RangeError)
    expect(() => planSolForward(request({ platformUnits: -1n }))).toThrow(RangeError)
    expect(() => planSolForward(request({ balanceUnits: -1n }))).toThrow(RangeError)
  })

  const units = fc.oneof(fc.bigInt({ min: 0n, max: 2_000_000n }), fc.bigInt({ min: 0n, max: 10n ** 12n }))
  const anyRequest = fc.record({
    balanceUnits: units,
    feeUnits: fc.constantFrom(5_000n, 10_000n),
    leastBalance: fc.constant(LEAST),
    payee: fc.record({ address: fc.constant('merchant'), balanceUnits: units }),
    platform: fc.record({ address: fc.constantFrom('platform', 'merchant'), balanceUnits: units }),
    platformUnits: units,
    restUnits: fc.constantFrom(0n, LEAST - 1n, LEAST),
  })

  test('never loses a lamport, and leaves no account with fewer than it needs', () => {
    fc.assert(
      fc.property(anyRequest, (asked) => {
        const platform = asked.platform.address === asked.payee.address ? asked.payee : asked.platform
        const plan = planSolForward({ ...asked, platform })
        if (plan.outcome === 'unforwardable') return
        expect(plan.legs.reduce((sum, leg) => sum + leg.units, plan.networkFeeUnits)).toBe(asked.balanceUnits)
        expect(plan.legs.every((leg) => leg.units > 0n)).toBe(true)
        expect([0n, asked.platformUnits]).toContain(plan.platformUnits)
        const gained = [asked.payee, platform].map(({ address, balanceUnits }) => {
          const got = plan.legs.filter((leg) => leg.address === address).reduce((sum, leg) => sum + leg.units, 0n)
          return { got, balance: balanceUnits + got }
        })
        expect(gained.filter(({ got, balance }) => got > 0n && balance < LEAST)).toEqual([])
      }),
      { numRuns: 1_000 },
    )
  })

  test('A plan is possible whenever the deposit can pay the fee and the payee can take the rest', () => {
    fc.assert(
      fc.property(anyRequest, (asked) => {
        const plan = planSolForward({ ...asked, platform: { ...asked.platform, address: 'platform' } })
        const share = asked.platform.balanceUnits + asked.platformUnits < LEAST ? 0n : asked.platformUnits
        const left = asked.balanceUnits - asked.feeUnits - share
        const staysAlive = asked.restUnits === 0n || asked.restUnits >= LEAST
        const paysFee = asked.balanceUnits + asked.restUnits - asked.feeUnits >= LEAST
        const isPossible = staysAlive && paysFee && left > 0n && asked.payee.balanceUnits + left >= LEAST
        expect(plan.outcome).toBe(isPossible ? 'planned' : 'unforwardable')
      }),
      { numRuns: 1_000 },
    )
  })
})
