import { expect, test } from 'vitest'
import { remindersOf } from './reminders.ts'

const before = new Date('2026-10-01T00:00:00Z')

test('an invoice has reminders three days before its due day, on it, and a week after it, in the morning of the business', () => {
  expect(remindersOf('2026-10-26', { timeZone: 'Europe/Berlin', after: before })).toEqual([
    { kind: 'before', dueAt: new Date('2026-10-23T07:00:00Z') },
    { kind: 'on', dueAt: new Date('2026-10-26T08:00:00Z') },
    { kind: 'after', dueAt: new Date('2026-11-02T08:00:00Z') },
  ])
})

test('an invoice that is sent late has only the reminders that are still to come', () => {
  const sent = new Date('2026-10-26T08:00:00Z')
  expect(remindersOf('2026-10-26', { timeZone: 'Europe/Berlin', after: sent }).map(({ kind }) => kind)).toEqual(['after'])
})
