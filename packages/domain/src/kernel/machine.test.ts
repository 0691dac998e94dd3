import fc from 'fast-check'
import { describe, expect, expectTypeOf, test } from 'vitest'
import { intentMachine } from '../custody/machine.ts'
import { paymentMachine } from '../payments/machine.ts'
import { seriesMachine } from '../series/series-machine.ts'
import { deliveryMachine } from '../webhooks/delivery.ts'
import { defineMachine, findMove, type InputOf, type Machine, type StateOf, statesAfter, transitOf, unreachableStates } from './machine.ts'

const door = defineMachine({
  initial: 'shut',
  opens: 'door.hung',
  states: {
    shut: { open: { to: 'ajar', emits: ['door.opened', 'door.creaked'] }, lock: { to: 'locked' } },
    ajar: { close: { to: 'shut' } },
    locked: {},
  },
})

const machines: Readonly<Record<string, Machine>> = {
  payment: paymentMachine,
  intent: intentMachine,
  delivery: deliveryMachine,
  series: seriesMachine,
}

describe('findMove', () => {
  test('returns the next state of an input and its events, in order', () => {
    expect(findMove(door, 'shut', 'open')).toEqual({ to: 'ajar', emits: ['door.opened', 'door.creaked'] })
  })

  test('returns no events when the table names none', () => {
    expect(findMove(door, 'ajar', 'close')).toEqual({ to: 'shut', emits: [] })
  })

  test('returns no move for an input that only another state accepts', () => {
    expect(findMove(door, 'ajar', 'lock')).toBeUndefined()
    expect(findMove(door, 'locked', 'open')).toBeUndefined()
  })

  test.each(['toString', 'constructor', '__proto__', 'hasOwnProperty', ''])('returns no move for the undeclared word "%s"', (word) => {
    expect(findMove(door, 'shut', word as InputOf<typeof door>)).toBeUndefined()
    expect(findMove(door, word as StateOf<typeof door>, 'open')).toBeUndefined()
    expect(findMove(door, word as StateOf<typeof door>, word as InputOf<typeof door>)).toBeUndefined()
  })

  test.each(Object.entries(machines))('moves a %s only as its table says, for any state and input', (_, machine) => {
    const states = Object.keys(machine.states)
    const inputs = [...new Set(Object.values(machine.states).flatMap((rows) => Object.keys(rows)))]
    const word = (known: readonly string[]) => fc.oneof(fc.constantFrom(...known), fc.string())
    fc.assert(
      fc.property(word(states), word(inputs), (state, input) => {
        const row = Object.entries(machine.states).find(([name]) => name === state)?.[1] ?? {}
        const cell = Object.entries(row).find(([name]) => name === input)?.[1]
        expect(findMove(machine, state, input)).toEqual(cell && { to: cell.to, emits: cell.emits ?? [] })
      }),
    )
  })
})

describe('transitOf', () => {
  test('returns every state that accepts an input, and the state it leads to', () => {
    expect(transitOf(intentMachine, 'sign')).toEqual({ from: ['planned', 'held'], to: 'signed' })
    expect(transitOf(door, 'close')).toEqual({ from: ['ajar'], to: 'shut' })
  })

  test('types the states by the table', () => {
    expectTypeOf(transitOf(door, 'open')).toEqualTypeOf<{ readonly from: readonly 'shut'[]; readonly to: 'ajar' }>()
    const either: 'open' | 'close' = 'open'
    expectTypeOf(transitOf<typeof door, 'open' | 'close'>(door, either).to).toEqualTypeOf<'ajar' | 'shut'>()
    // @ts-expect-error: no state of the door accepts `paint`.
    expect(() => transitOf(door, 'paint')).toThrow('paint does not lead to one state')
  })

  test('refuses an input that leads to several states, because one write cannot take it', () => {
    expect(() => transitOf(paymentMachine, 'refund')).toThrow('refund does not lead to one state')
    expect(() => transitOf(door, 'toString' as 'open')).toThrow('toString does not lead to one state')
  })
})

describe('unreachableStates', () => {
  test.each(Object.entries(machines))('returns none for a %s', (_, machine) => {
    expect(unreachableStates(machine)).toEqual([])
  })

  test('returns a state that no input leads to, and the states only it leads to', () => {
    const orphaned: Machine = { initial: 'a', states: { a: { go: { to: 'b' } }, b: {}, c: { go: { to: 'd' } }, d: { go: { to: 'a' } } } }
    expect(unreachableStates(orphaned)).toEqual(['c', 'd'])
  })
})

describe('defineMachine', () => {
  test('rejects at compile time a transition to an undeclared state', () => {
    // @ts-expect-error: `gone` is no state of this machine.
    const broken = defineMachine({ initial: 'here', states: { here: { leave: { to: 'gone' } }, there: {} } })
    expect(unreachableStates(broken)).toEqual(['there'])
  })

  test('makes undeclared inputs and states fail at compile time', () => {
    // @ts-expect-error: no state of the door accepts `paint`.
    expect(findMove(door, 'shut', 'paint')).toBeUndefined()
    // @ts-expect-error: a door is never `painted`.
    expect(findMove(door, 'painted', 'open')).toBeUndefined()
  })
})

describe('statesAfter', () => {
  const after = (...events: string[]) => [...statesAfter(door, events)].toSorted()

  test('returns the states after the events, including those a silent transition may have reached', () => {
    expect(after('door.hung')).toEqual(['locked', 'shut'])
    expect(after('door.hung', 'door.opened', 'door.creaked')).toEqual(['ajar', 'locked', 'shut'])
    expect(after('door.hung', 'door.opened', 'door.creaked', 'door.opened', 'door.creaked')).toEqual(['ajar', 'locked', 'shut'])
  })

  test.each([[[]], [['door.opened']], [['door.hung', 'door.creaked']], [['door.hung', 'door.opened']], [['door.hung', 'door.hung']]])(
    'returns no state for the impossible history %j',
    (events) => {
      expect(after(...events)).toEqual([])
    },
  )

  test('includes the state of every random walk through a payment', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(), { maxLength: 30 }), (draws) => {
        const machine: Machine = paymentMachine
        let state = machine.initial
        const events: string[] = [paymentMachine.opens]
        for (const drawn of draws) {
          const rows = Object.values(machine.states[state] ?? {})
          const row = rows[drawn % rows.length]
          if (!row) break
          state = row.to
          events.push(...(row.emits ?? []))
        }
        expect(statesAfter(paymentMachine, events)).toContain(state)
      }),
    )
  })
})
