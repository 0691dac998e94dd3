import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { changeInterval } from './interval-change.ts'
import { latestDueSlot, slotAt } from './slots.ts'
import { createdSeries, pause, resume, tick } from './test-series.ts'
import { anyInterval } from './test-wall-clock.ts'
import { planTick } from './tick-plan.ts'

const created = new Date('2027-01-31T08:00:00.000Z')
const monthly = createdSeries(created, { interval: 'monthly' })
const opened = tick(monthly, created).series

describe('changeInterval', () => {
  test('counts the new interval from the latest opened slot and charges its first slot in the future', () => {
    const now = new Date('2027-02-20T00:00:00.000Z')
    expect(changeInterval(opened, { interval: 'weekly', now })).toEqual({
      anchor: { ...opened.anchor, interval: 'weekly' },
      nextChargeAt: new Date('2027-02-21T08:00:00.000Z'),
    })
  })

  test('goes on with the numbers of slots', () => {
    const second = tick(opened, new Date('2027-02-28T08:00:00.000Z')).series
    const now = new Date('2027-03-01T00:00:00.000Z')
    const changed = { ...second, ...changeInterval(second, { interval: 'biweekly', now }) }
    expect(changed.anchor).toMatchObject({ index: 1, localTime: '2027-02-28T09:00:00.000' })
    expect(planTick(changed, new Date('2027-03-14T08:00:00.000Z'))).toMatchObject({ period: 3, slot: { index: 2 }, missedSlots: 0 })
  })

  test('keeps day 31 when it names the present interval', () => {
    const second = tick(opened, new Date('2027-02-28T08:00:00.000Z')).series
    expect(changeInterval(second, { interval: 'monthly', now: new Date('2027-03-01T00:00:00.000Z') })).toEqual({
      anchor: second.anchor,
      nextChargeAt: new Date('2027-03-31T07:00:00.000Z'),
    })
  })

  test('leaves the next charge of a paused series to its resume', () => {
    const now = new Date('2027-02-20T00:00:00.000Z')
    const paused = pause(opened)
    const changed = { ...paused, ...changeInterval(paused, { interval: 'weekly', now }) }
    expect(changed.nextChargeAt).toBeNull()
    expect(resume(changed, now).nextChargeAt).toEqual(new Date('2027-02-21T08:00:00.000Z'))
  })

  test('keeps period 1 due while it waits for a rate', () => {
    const now = new Date('2027-02-01T00:00:00.000Z')
    const changed = { ...monthly, ...changeInterval(monthly, { interval: 'weekly', now }) }
    expect(changed.nextChargeAt).toEqual(created)
    expect(planTick(changed, now)).toMatchObject({ period: 1, slot: { index: 0, at: created } })
  })

  test('keeps an overdue series due, for the latest slot of the new interval', () => {
    const now = new Date('2027-03-02T00:00:00.000Z')
    const changed = { ...opened, ...changeInterval(opened, { interval: 'weekly', now }) }
    expect(changed.nextChargeAt).toEqual(new Date('2027-02-28T08:00:00.000Z'))
    expect(planTick(changed, now)).toMatchObject({ period: 2, slot: { index: 4 }, missedSlots: 3 })
  })

  test('counts a series as overdue from the instant of its next charge on', () => {
    const due = new Date('2027-02-28T08:00:00.000Z')
    expect(changeInterval(opened, { interval: 'weekly', now: due }).nextChargeAt).toEqual(due)
    const before = new Date(due.getTime() - 1)
    expect(changeInterval(opened, { interval: 'weekly', now: before }).nextChargeAt).toEqual(due)
    const biweekly = tick(createdSeries(created, { interval: 'biweekly' }), created).series
    expect(changeInterval(biweekly, { interval: 'weekly', now: new Date('2027-02-07T08:00:00.000Z') }).nextChargeAt).toEqual(
      new Date('2027-02-14T08:00:00.000Z'),
    )
  })

  test('charges an overdue series later when the new interval has no slot since its latest child', () => {
    const weekly = tick(createdSeries(created), created).series
    const now = new Date('2027-02-08T00:00:00.000Z')
    expect(changeInterval(weekly, { interval: 'monthly', now }).nextChargeAt).toEqual(new Date('2027-02-28T08:00:00.000Z'))
  })

  test('charges at the first slot after now, or at the latest due one of an overdue series, for any change at any time', () => {
    fc.assert(
      fc.property(anyInterval, anyInterval, fc.nat(400 * 24 * 3_600_000), (before, interval, wait) => {
        const series = tick(createdSeries(created, { interval: before }), created).series
        const now = new Date(created.getTime() + wait)
        const { anchor, nextChargeAt } = changeInterval(series, { interval, now })
        const due = latestDueSlot(anchor, now)
        const isOverdue = series.nextChargeAt !== null && now >= series.nextChargeAt && due !== undefined && due.index > 0
        const expected = isOverdue ? due.at : slotAt(anchor, (due?.index ?? -1) + 1)
        expect(nextChargeAt).toEqual(before === interval ? series.nextChargeAt : expected)
      }),
    )
  })
})
