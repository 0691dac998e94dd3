import { describe, expect, test } from 'vitest'
import { slotAt } from './slots.ts'
import { createdSeries, pause, resume, tick } from './test-series.ts'
import { planTick } from './tick-plan.ts'

const created = new Date('2027-01-31T08:00:00.000Z')
const monthly = createdSeries(created, { interval: 'monthly' })
const opened = tick(monthly, created).series

describe('planTick', () => {
  test('opens period 1 at creation, for slot 0', () => {
    expect(planTick(monthly, created)).toEqual({
      input: 'charge',
      period: 1,
      slot: { index: 0, at: created },
      missedSlots: 0,
      expiresInHours: 672,
      nextChargeAt: new Date('2027-02-28T08:00:00.000Z'),
      completes: false,
    })
  })

  test('waits until next_charge_at and charges at that instant', () => {
    expect(planTick(opened, new Date('2027-02-28T07:59:59.999Z'))).toEqual({ input: 'wait' })
    expect(planTick(opened, new Date('2027-02-28T08:00:00.000Z'))).toMatchObject({
      input: 'charge',
      period: 2,
      slot: { index: 1, at: new Date('2027-02-28T08:00:00.000Z') },
      nextChargeAt: new Date('2027-03-31T07:00:00.000Z'),
      expiresInHours: 720,
    })
  })

  test('opens one child for the latest due slot after an outage, and numbers periods without a gap', () => {
    expect(planTick(opened, new Date('2027-06-10T12:00:00.000Z'))).toMatchObject({
      period: 2,
      slot: { index: 4, at: new Date('2027-05-31T07:00:00.000Z') },
      missedSlots: 3,
      nextChargeAt: new Date('2027-06-30T07:00:00.000Z'),
    })
  })

  test('opens a late child that expires with its period', () => {
    expect(planTick(opened, new Date('2027-03-30T07:00:00.000Z'))).toMatchObject({ period: 2, slot: { index: 1 }, expiresInHours: 24 })
    expect(planTick(opened, new Date('2027-03-31T06:59:00.000Z'))).toMatchObject({ period: 2, slot: { index: 1 }, expiresInHours: 1 })
  })

  test('completes with the child of the last period, without a next charge', () => {
    const last = { ...opened, maxPeriods: 2 }
    expect(planTick(last, new Date('2027-02-28T08:00:00.000Z'))).toMatchObject({ period: 2, completes: true, nextChargeAt: null })
    expect(planTick(createdSeries(created, { maxPeriods: 1 }), created)).toMatchObject({ period: 1, completes: true, nextChargeAt: null })
  })

  test('completes an active series that has all its periods, and opens nothing', () => {
    expect(planTick({ ...opened, maxPeriods: 1 }, new Date('2028-01-01T00:00:00.000Z'))).toEqual({ input: 'complete' })
  })

  test.each(['paused', 'completed', 'cancelled'] as const)('waits while the series is %s', (state) => {
    expect(planTick({ ...opened, state }, new Date('2028-01-01T00:00:00.000Z'))).toEqual({ input: 'wait' })
    expect(planTick({ ...opened, state, nextChargeAt: null }, new Date('2028-01-01T00:00:00.000Z'))).toEqual({ input: 'wait' })
  })

  test('skips the slots of a pause: after the resume the first slot in the future is charged', () => {
    const resumed = resume(pause(opened), new Date('2027-05-10T00:00:00.000Z'))
    expect(resumed.nextChargeAt).toEqual(new Date('2027-05-31T07:00:00.000Z'))
    expect(planTick(resumed, new Date('2027-05-10T00:00:00.000Z'))).toEqual({ input: 'wait' })
    expect(planTick(resumed, new Date('2027-05-31T07:00:00.000Z'))).toMatchObject({ period: 2, slot: { index: 4 }, missedSlots: 3 })
  })

  test('opens period 1 late when there was no rate at creation', () => {
    expect(planTick(monthly, new Date('2027-02-10T00:00:00.000Z'))).toMatchObject({ period: 1, slot: { index: 0, at: created } })
    expect(planTick(monthly, new Date('2027-03-10T00:00:00.000Z'))).toMatchObject({ period: 1, slot: { index: 1 }, missedSlots: 1 })
  })

  test('charges at the computed deadline when a changed zone puts the slot later, and gives that slot no second child', () => {
    const moved = { ...opened, anchor: { ...opened.anchor, timeZone: 'America/New_York' } }
    const deadline = new Date('2027-02-28T08:00:00.000Z')
    const { child, series } = tick(moved, new Date(deadline.getTime() + 60_000))
    expect(child).toMatchObject({ period: 2, slot: { index: 1, at: deadline }, nextChargeAt: new Date('2027-03-31T13:00:00.000Z') })
    expect(planTick(series, slotAt(moved.anchor, 1))).toEqual({ input: 'wait' })
  })

  test('gives a slot no second child when a pause ends before its time in a new zone', () => {
    const moved = { ...opened, anchor: { ...opened.anchor, timeZone: 'America/New_York' } }
    expect(resume(pause(moved), new Date('2027-01-31T09:00:00.000Z')).nextChargeAt).toEqual(new Date('2027-02-28T14:00:00.000Z'))
  })
})
