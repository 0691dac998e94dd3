import { expect, test } from 'vitest'
import { outOfOrder } from './oracle/first-attempts.ts'
import type { Absence, Attempt } from './oracle/receiver-log.ts'

const HAPPENED = Date.parse('2026-10-01T12:00:00.000Z')

/** Attempts for events of a payment in order of arrival, one second apart. */
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

test('events that first arrive in sequence are in order, with repeats and other payments between them', () => {
  expect(outOfOrder({ attempts: heard(['a', 1], ['b', 1], ['a', 1], ['a', 2], ['a', 1], ['b', 2]), absences: [] })).toEqual([])
})

test('an event that first arrives after a later one of its payment is out of order', () => {
  expect(outOfOrder({ attempts: heard(['a', 1], ['a', 3], ['b', 1], ['a', 2]), absences: [] })).toEqual([
    { object: 'a', sequence: 2, after: 3 },
  ])
})

test('an event whose first attempt fell into an absence may arrive after the next one', () => {
  expect(outOfOrder({ attempts: heard(['a', 2], ['a', 1]), absences: [away(200, 700)] })).toEqual([])
})

test('an absence before the event, or after the arrival of the later one, does not excuse the order', () => {
  const attempts = heard(['a', 2], ['a', 1])
  expect(outOfOrder({ attempts, absences: [away(-900, -100), away(1_500, 1_900)] })).toHaveLength(1)
})
