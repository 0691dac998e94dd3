import { describe, expect, test } from 'vitest'
import { findMove } from '../kernel/machine.ts'
import { attemptMachine, type IntentInput, intentMachine, type IntentState } from './machine.ts'

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
]
const states = ['planned', 'held', 'signed', 'broadcast', 'final'] as const satisfies readonly IntentState[]
const inputs = ['sign', 'hold', 'broadcast', 'finalize', 'orphan', 'reopen', 'resume'] as const satisfies readonly IntentInput[]

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
    expect(lifecycle.filter(([, , to]) => to === 'signed').map(([from]) => from)).toEqual(['planned', 'held'])
  })

  test('an intent waits for a signature again after another transaction used its nonce', () => {
    for (const state of ['signed', 'broadcast'] as const) expect(findMove(intentMachine, state, 'reopen')?.to).toBe('planned')
  })

  test('a payout in an orphaned block is broadcast again unchanged; one flushed by a third party is signed', () => {
    expect(intentMachine.states.final).toEqual({ orphan: { to: 'broadcast' }, reopen: { to: 'planned' } })
    expect(findMove(intentMachine, 'broadcast', 'sign' as IntentInput)).toBeUndefined()
  })
})

describe('the life of a payout attempt', () => {
  test('allows superseding until it is final, and a superseded attempt may still win', () => {
    const to = (from: 'signed' | 'broadcast' | 'superseded' | 'final' | 'dead', input: 'supersede' | 'win') =>
      findMove(attemptMachine, from, input)?.to
    expect(to('signed', 'supersede')).toBe('superseded')
    expect(to('broadcast', 'supersede')).toBe('superseded')
    expect(to('superseded', 'win')).toBe('broadcast')
    expect(to('final', 'supersede')).toBeUndefined()
    expect(to('dead', 'win')).toBeUndefined()
  })
})
