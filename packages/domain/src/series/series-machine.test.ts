import fc from 'fast-check'
import { describe, expect, expectTypeOf, test } from 'vitest'
import { findMove, type Move, statesAfter, transitOf } from '../kernel/machine.ts'
import { type SeriesEventName, type SeriesInput, seriesMachine, type SeriesState, seriesStates } from './series-machine.ts'

type Row = readonly [from: SeriesState, input: SeriesInput, to: SeriesState, emits: readonly SeriesEventName[]]

const lifecycle: readonly Row[] = [
  ['active', 'charge', 'active', ['series.charged']],
  ['active', 'complete', 'completed', ['series.completed']],
  ['active', 'pause', 'paused', ['series.paused']],
  ['active', 'cancel', 'cancelled', ['series.cancelled']],
  ['paused', 'resume', 'active', ['series.resumed']],
  ['paused', 'cancel', 'cancelled', ['series.cancelled']],
]

const inputs = [...new Set(lifecycle.map(([, input]) => input))]
const everyCell = seriesStates.flatMap((state) => inputs.map((input) => [state, input] as const))

describe('the life of a series', () => {
  test('shows four statuses to clients', () => {
    expect(seriesStates).toEqual(['active', 'paused', 'completed', 'cancelled'])
  })

  test('starts active and emits nothing before its first child', () => {
    expect(seriesMachine.initial).toBe('active')
    expect('opens' in seriesMachine).toBe(false)
  })

  test.each(lifecycle)('a %s series accepts %s, becomes %s and emits %j', (...[from, input, to, emits]) => {
    expect(findMove(seriesMachine, from, input)).toEqual({ to, emits })
  })

  test.each(everyCell.filter(([state, input]) => !lifecycle.some(([from, taken]) => from === state && taken === input)))(
    'a %s series rejects %s',
    (state, input) => {
      expect(findMove(seriesMachine, state, input)).toBeUndefined()
    },
  )

  test('names the five events of series', () => {
    expectTypeOf<SeriesEventName>().toEqualTypeOf<
      'series.charged' | 'series.completed' | 'series.paused' | 'series.resumed' | 'series.cancelled'
    >()
  })

  test('takes every input as one guarded write, because each leads to one status', () => {
    expect(transitOf(seriesMachine, 'cancel')).toEqual({ from: ['active', 'paused'], to: 'cancelled' })
    for (const input of inputs) expect(() => transitOf(seriesMachine, input)).not.toThrow()
  })

  test('charges only while active and emits its last event at its end, after any sequence of inputs', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...inputs), { maxLength: 40 }), (sent) => {
        let state: SeriesState = seriesMachine.initial
        const events: SeriesEventName[] = []
        const chargedIn = new Set<SeriesState>()
        for (const input of sent) {
          const move: Move<typeof seriesMachine> | undefined = findMove(seriesMachine, state, input)
          if (move?.emits.includes('series.charged')) chargedIn.add(state)
          state = move?.to ?? state
          events.push(...(move?.emits ?? []))
        }
        const ends = events.filter((event) => event === 'series.completed' || event === 'series.cancelled')
        expect(ends).toEqual(ends.length === 0 ? [] : [events.at(-1)])
        expect([...chargedIn].filter((charged) => charged !== 'active')).toEqual([])
        expect([...statesAfter(seriesMachine, events)]).toEqual([state])
      }),
    )
  })
})
