import { expect, test } from 'vitest'
import { movedUnits } from './moved-units.ts'

const LEAST = 650_240n
const fund = (units: bigint, isTaken = false) => ({ units, tokenAccount: null, isOwn: false, isTaken })
const at = (...rest: ReturnType<typeof fund>[]) => ({
  own: [{ ...fund(1_000_000n), isOwn: true }],
  rest,
  lostUnits: 0n,
  isBusy: false,
})

const ROUND = { leastBalance: LEAST, takesDust: true }
const REFUND = { leastBalance: LEAST, takesDust: false }

test.each([ROUND, REFUND])('A rest that can stay stays, and a smaller one leaves: %o', (rules) => {
  expect(movedUnits(at(fund(LEAST)), rules)).toEqual({ units: 1_000_000n, restUnits: LEAST })
  expect(movedUnits(at(fund(1n), fund(LEAST - 2n)), rules)).toEqual({ units: 1_000_000n + LEAST - 1n, restUnits: 0n })
})

test('Of a rest that is too little to stay and of another payout, a round takes all, and a refund waits', () => {
  const funds = at(fund(1n), fund(2n, true))
  expect(movedUnits(funds, ROUND)).toEqual({ units: 1_000_003n, restUnits: 0n })
  expect(movedUnits(funds, REFUND)).toEqual({ reason: 'rest_below_least_balance' })
})
