import { expect, test } from 'vitest'
import { outOfOrder } from './oracle/first-attempts.ts'
import type { Absence, Attempt } from './oracle/receiver-log.ts'

const HAPPENED = Date.parse('2026-10-01T12:00:00.000Z')

/** Attempts for events of a payment in the order of hearing them, one second apart. */
const heard = (...events: readonly (readonly [payment: string, sequence: number])[]): Attempt[] =>
  events.map(([payment, sequence], index) => ({
    id: `evt_${payment}_${sequence}`,
    type: 'payment.pending',
    sequence,
    body: JSON.stringify({ payment_id: payment, created_at: new Date(HAPPENED).toISOString(), data: {} }),
    signedAt: HAPPENED / 1_000,
    signature: '',
    status: 200,
    heardAt: HAPPENED + (index + 1) * 1_000,
  }))
const away = (from: number, to: number): Absence => ({ awayFrom: HAPPENED + from, awayTo: HAPPENED + to })

test('events of a payment that are heard in their order are in order, however often each is repeated and whatever lies between', () => {
  expect(outOfOrder({ attempts: heard(['a', 1], ['b', 1], ['a', 1], ['a', 2], ['a', 1], ['b', 2]), absences: [] })).toEqual([])
})

test('an event that is first heard after a later one of its payment is out of order', () => {
  expect(outOfOrder({ attempts: heard(['a', 1], ['a', 3], ['b', 1], ['a', 2]), absences: [] })).toEqual([
    { object: 'a', sequence: 2, after: 3 },
  ])
})

test('a first attempt that nobody was there for may be heard of after the next event, as its repeat', () => {
  expect(outOfOrder({ attempts: heard(['a', 2], ['a', 1]), absences: [away(200, 700)] })).toEqual([])
})

test('an absence that was over before the event, or began after the later one was heard, excuses nothing', () => {
  const attempts = heard(['a', 2], ['a', 1])
  expect(outOfOrder({ attempts, absences: [away(-900, -100), away(1_500, 1_900)] })).toHaveLength(1)
})
