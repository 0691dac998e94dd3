import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findMove, type Move, unreachableStates } from '../kernel/machine.ts'
import { actionsOf, awaitsDepositor, isEntitled, isOpenTo, mayNameAddress } from './actions.ts'
import { deadlineOf, escrowFeeUnits, type EscrowRole } from './escrow.ts'
import { type EscrowInput, escrowMachine, type EscrowState, escrowStates } from './machine.ts'

const inputs = ['fund', 'expire', 'release', 'refund', 'dispute', 'settle'] as const satisfies readonly EscrowInput[]

const expiresAt = new Date('2026-11-01T00:00:00Z')

/** An escrow of 10 units in a state, whose depositor has an address. */
const known = (state: EscrowState) => ({
  state,
  depositorAddress: 'address' as string | null,
  payoutTermsId: 'terms' as string | null,
  amountUnits: 10n,
  depositedUnits: 10n,
  expiresAt,
})
const by = (role: EscrowRole) => ({ role, now: expiresAt })

test('every state of an escrow can be reached', () => {
  expect(unreachableStates(escrowMachine)).toEqual([])
})

test('an escrow is, by any inputs in any order, released or refunded at most once and never both', () => {
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

test('only its contract turns an outcome into the other one, and a paid release into none', () => {
  const overruled = escrowStates.map((state) => [state, findMove(escrowMachine, state, 'overrule')?.to])
  expect(overruled.filter(([, to]) => to !== undefined)).toEqual([
    ['released', 'refunded'],
    ['refunded', 'released'],
    ['expired', 'released'],
  ])
})

test('a depositor releases, refunds or disputes a funded escrow; a beneficiary only disputes it', () => {
  expect(actionsOf(known('funded'), 'depositor')).toEqual(['release', 'refund', 'dispute'])
  expect(actionsOf(known('funded'), 'beneficiary')).toEqual(['dispute'])
})

test('a party to a dispute can only release', () => {
  expect(actionsOf(known('disputed'), 'depositor')).toEqual(['release'])
  expect(actionsOf(known('disputed'), 'beneficiary')).toEqual([])
  expect(isEntitled('refund', 'depositor') && isOpenTo('refund', 'disputed')).toBe(false)
})

test('without an address the depositor can take only actions that need none, and is asked for one while money may go back', () => {
  const unnamed = { ...known('funded'), depositorAddress: null }
  expect(actionsOf(unnamed, 'depositor')).toEqual(['release', 'dispute'])
  expect(actionsOf({ ...unnamed, depositedUnits: 11n }, 'depositor')).toEqual(['dispute'])
  expect([mayNameAddress(unnamed, by('depositor')), mayNameAddress(unnamed, by('beneficiary'))]).toEqual([true, false])
  expect(mayNameAddress(known('funded'), by('depositor'))).toBe(false)
  const settled = { ...unnamed, state: 'settled' } as const
  expect([settled, { ...settled, depositedUnits: 11n }].map((one) => mayNameAddress(one, by('depositor')))).toEqual([false, true])
})

test('a contract without an address waits for its depositor until it expires', () => {
  const waiting = { ...known('created'), depositorAddress: null, payoutTermsId: null }
  const [before, late] = [new Date(expiresAt.getTime() - 1), expiresAt]
  expect([before, late].map((now) => mayNameAddress(waiting, { role: 'depositor', now }))).toEqual([true, false])
  expect([waiting, { ...waiting, state: 'expired' as const }, known('created')].map(awaitsDepositor)).toEqual([true, false, false])
  expect(mayNameAddress(waiting, { role: 'beneficiary', now: before })).toBe(false)
  expect(mayNameAddress({ ...waiting, state: 'expired' }, { role: 'depositor', now: before })).toBe(false)
})

test('no party can do anything in any other state', () => {
  const others = escrowStates.filter((state) => state !== 'funded' && state !== 'disputed')
  expect(others.flatMap((state) => [...actionsOf(known(state), 'depositor'), ...actionsOf(known(state), 'beneficiary')])).toEqual([])
})

test('the clock ends the wait for the deposit, three days of grace, and two weeks of dispute', () => {
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
