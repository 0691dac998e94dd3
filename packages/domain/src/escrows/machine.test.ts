import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findMove, type Move, unreachableStates } from '../kernel/machine.ts'
import { actionsOf, isEntitled, isOpenTo } from './actions.ts'
import { deadlineOf, escrowFeeUnits } from './escrow.ts'
import { type EscrowInput, escrowMachine, type EscrowState, escrowStates } from './machine.ts'

const inputs = ['fund', 'expire', 'release', 'refund', 'dispute', 'settle'] as const satisfies readonly EscrowInput[]

test('every state of an escrow can be reached', () => {
  expect(unreachableStates(escrowMachine)).toEqual([])
})

test('whatever comes in whatever order, an escrow is released or refunded at most once and never both', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...inputs), { maxLength: 30 }), (sequence) => {
      let state: EscrowState = escrowMachine.initial
      const outcomes: string[] = []
      for (const input of sequence) {
        const move: Move<typeof escrowMachine> | undefined = findMove(escrowMachine, state, input)
        if (!move) continue
        if (input === 'release' || input === 'refund') outcomes.push(input)
        state = move.to
      }
      expect(outcomes.length).toBeLessThanOrEqual(1)
    }),
  )
})

test('a depositor releases, refunds or disputes a funded escrow; a beneficiary only disputes it', () => {
  expect(actionsOf('funded', 'depositor')).toEqual(['release', 'refund', 'dispute'])
  expect(actionsOf('funded', 'beneficiary')).toEqual(['dispute'])
})

test('in a dispute a party can only release', () => {
  expect(actionsOf('disputed', 'depositor')).toEqual(['release'])
  expect(actionsOf('disputed', 'beneficiary')).toEqual([])
  expect(isEntitled('refund', 'depositor') && isOpenTo('refund', 'disputed')).toBe(false)
})

test('in every other state no party can do anything', () => {
  const others = escrowStates.filter((state) => state !== 'funded' && state !== 'disputed')
  expect(others.flatMap((state) => [...actionsOf(state, 'depositor'), ...actionsOf(state, 'beneficiary')])).toEqual([])
})

test('the clock ends the wait for the deposit, three days of grace, and two weeks of dispute', () => {
  const expiresAt = new Date('2026-11-01T00:00:00Z')
  const disputedAt = new Date('2026-11-02T12:00:00Z')
  const of = (state: EscrowState) => deadlineOf({ state, expiresAt, disputedAt })?.toISOString()
  expect([of('created'), of('funded'), of('disputed'), of('released'), of('settled')]).toEqual([
    '2026-11-01T00:00:00.000Z',
    '2026-11-04T00:00:00.000Z',
    '2026-11-16T12:00:00.000Z',
    undefined,
    undefined,
  ])
})

test('the fee of a release is rounded down', () => {
  expect(escrowFeeUnits({ amountUnits: 199n, feeBps: 100 })).toBe(1n)
})
