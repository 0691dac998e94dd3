import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { findMove } from '../kernel/machine.ts'
import { assessRefund } from './assess-refund.ts'
import { assistedRefundMachine, type AssistedRefundState } from './assisted-refund.ts'

const states = Object.keys(assistedRefundMachine.states) as AssistedRefundState[]
const units = 100n

/** The state that an assessment leads to. @throws {Error} when the machine rejects an input. */
function ends(state: AssistedRefundState, sums: { countedUnits: bigint; finalUnits: bigint }): AssistedRefundState {
  return assessRefund({ state, units }, sums).inputs.reduce((from, input) => {
    const move = findMove(assistedRefundMachine, from, input)
    if (!move) throw new Error(`${from} rejects ${input}`)
    return move.to
  }, state)
}

describe('a refund', () => {
  test.each([
    ['named', 0n, 0n, 'named'],
    ['named', 1n, 0n, 'paying'],
    ['named', 100n, 100n, 'refunded'],
    ['paying', 100n, 99n, 'paying'],
    ['paying', 150n, 100n, 'refunded'],
    ['paying', 0n, 0n, 'named'],
    ['refunded', 100n, 100n, 'refunded'],
    ['refunded', 100n, 99n, 'paying'],
    ['refunded', 0n, 0n, 'named'],
    ['cancelled', 0n, 0n, 'cancelled'],
    ['expired', 100n, 100n, 'expired'],
  ] as const)('that is %s with %s units in blocks and %s final ones becomes so', (...[state, countedUnits, finalUnits, to]) => {
    expect(ends(state, { countedUnits, finalUnits })).toBe(to)
  })

  test('counts final units up to its amount, in any state', () => {
    for (const state of states)
      expect(
        [0n, 99n, 100n, 101n].map((finalUnits) => assessRefund({ state, units }, { countedUnits: 200n, finalUnits }).paidUnits),
      ).toEqual([0n, 99n, 100n, 100n])
  })

  test('is settled by one assessment, however often it is repeated', () => {
    const amount = fc.bigInt({ min: 0n, max: 300n })
    fc.assert(
      fc.property(fc.constantFrom(...states), amount, amount, (state, finalUnits, more) => {
        const sums = { finalUnits, countedUnits: finalUnits + more }
        const once = ends(state, sums)
        expect(ends(once, sums)).toBe(once)
      }),
    )
  })
})
