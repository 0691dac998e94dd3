import { describe, expect, test } from 'vitest'
import { findMove } from '../kernel/machine.ts'
import { type AttemptInput, attemptMachine, type AttemptState, type IntentInput, intentMachine, type IntentState } from './machine.ts'

type Row = readonly [from: IntentState, input: IntentInput, to: IntentState]

const lifecycle: readonly Row[] = [
  ['planned', 'sign', 'signed'],
  ['planned', 'hold', 'held'],
  ['planned', 'finalize', 'final'],
  ['held', 'sign', 'signed'],
  ['held', 'hold', 'held'],
  ['held', 'finalize', 'final'],
  ['signed', 'broadcast', 'broadcast'],
  ['signed', 'finalize', 'final'],
  ['signed', 'hold', 'held'],
  ['broadcast', 'broadcast', 'broadcast'],
  ['broadcast', 'finalize', 'final'],
  ['broadcast', 'hold', 'held'],
  ['final', 'orphan', 'broadcast'],
  ['final', 'reopen', 'planned'],
  ['held', 'reopen', 'planned'],
  ['signed', 'reopen', 'planned'],
  ['broadcast', 'reopen', 'planned'],
  ['held', 'resume', 'broadcast'],
  ['broadcast', 'resume', 'broadcast'],
  ['final', 'resume', 'broadcast'],
  ['planned', 'void', 'void'],
  ['held', 'void', 'void'],
  ['signed', 'void', 'void'],
  ['broadcast', 'void', 'void'],
]
const states = ['planned', 'held', 'signed', 'broadcast', 'final', 'void'] as const satisfies readonly IntentState[]
const inputs = ['sign', 'hold', 'broadcast', 'finalize', 'orphan', 'reopen', 'resume', 'void'] as const satisfies readonly IntentInput[]

describe('the life of a spend intent', () => {
  test('begins as planned, before a signature exists', () => {
    expect(intentMachine.initial).toBe('planned')
    expect(Object.keys(intentMachine.states).toSorted()).toEqual([...states].toSorted())
  })

  test.each(lifecycle)('a %s intent accepts %s and becomes %s', (from, input, to) => {
    expect(findMove(intentMachine, from, input)).toEqual({ to, emits: [] })
  })

  const others = states.flatMap((state) => inputs.map((input) => [state, input] as const))
  test.each(others.filter(([state, input]) => !lifecycle.some(([from, taken]) => from === state && taken === input)))(
    'a %s intent rejects %s',
    (state, input) => {
      expect(findMove(intentMachine, state, input)).toBeUndefined()
    },
  )

  test('a second signature requires a hold first', () => {
    expect(lifecycle.filter(([, input]) => input === 'sign').map(([from]) => from)).toEqual(['planned', 'held'])
  })

  test('an intent waits for a signature again after another transaction used its nonce', () => {
    for (const state of ['signed', 'broadcast'] as const) expect(findMove(intentMachine, state, 'reopen')?.to).toBe('planned')
  })

  test('a payout in an orphaned block is broadcast again unchanged; one flushed by a third party is signed', () => {
    expect(intentMachine.states.final).toEqual({ orphan: { to: 'broadcast' }, reopen: { to: 'planned' }, resume: { to: 'broadcast' } })
    expect(findMove(intentMachine, 'broadcast', 'sign' as IntentInput)).toBeUndefined()
  })
})

const attemptLifecycle: readonly (readonly [from: AttemptState, input: AttemptInput, to: AttemptState])[] = [
  ['signed', 'broadcast', 'broadcast'],
  ['signed', 'supersede', 'superseded'],
  ['signed', 'finalize', 'final'],
  ['signed', 'die', 'dead'],
  ['signed', 'orphan', 'broadcast'],
  ['broadcast', 'broadcast', 'broadcast'],
  ['broadcast', 'supersede', 'superseded'],
  ['broadcast', 'finalize', 'final'],
  ['broadcast', 'die', 'dead'],
  ['broadcast', 'orphan', 'broadcast'],
  ['superseded', 'win', 'broadcast'],
  ['superseded', 'die', 'dead'],
  ['final', 'orphan', 'broadcast'],
  ['final', 'retire', 'superseded'],
]
const attemptStates = ['signed', 'broadcast', 'superseded', 'final', 'dead'] as const satisfies readonly AttemptState[]

describe('the life of a payout attempt', () => {
  const cells = attemptStates.flatMap((from) =>
    [...new Set(attemptLifecycle.map(([, input]) => input))].map((input) => [from, input] as const),
  )
  test.each(cells)('a %s attempt takes %s only as the table says', (from, input) => {
    const to = attemptLifecycle.find((row) => row[0] === from && row[1] === input)?.[2]
    expect(findMove(attemptMachine, from, input)).toEqual(to && { to, emits: [] })
  })

  test('allows superseding until it is final, and a superseded attempt may still win', () => {
    const to = (from: AttemptState, input: AttemptInput) => findMove(attemptMachine, from, input)?.to
    expect(to('signed', 'supersede')).toBe('superseded')
    expect(to('broadcast', 'supersede')).toBe('superseded')
    expect(to('superseded', 'win')).toBe('broadcast')
    expect(to('final', 'supersede')).toBeUndefined()
    expect(to('dead', 'win')).toBeUndefined()
  })
})
