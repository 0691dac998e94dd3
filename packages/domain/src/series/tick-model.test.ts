import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { changeInterval } from './interval-change.ts'
import type { SeriesSchedule } from './series-schedule.ts'
import type { SeriesInterval } from './slot-anchor.ts'
import { latestDueSlot, slotAt } from './slots.ts'
import { createdSeries, pause, resume, tick } from './test-series.ts'
import { anyInterval, oddZones } from './test-wall-clock.ts'
import { type ChargePlan, planTick } from './tick-plan.ts'

const DAY = 24 * 3_600_000
const anyOddZone = fc.constantFrom<string>(...oddZones)
const anyWish = fc.record({
  createdAt: fc.date({ min: new Date('2000-01-01'), max: new Date('2040-01-01'), noInvalidDate: true }),
  timeZone: anyOddZone,
  interval: anyInterval,
  maxPeriods: fc.option(fc.integer({ min: 1, max: 12 })),
})
/** Milliseconds between two inputs: none, days, or months. */
const anyWait = fc.oneof(fc.constant(0), fc.nat(10 * DAY), fc.nat(200 * DAY))

type Command =
  | { readonly kind: 'tick' | 'pause' | 'resume' }
  | { readonly kind: 'interval'; readonly interval: SeriesInterval }
  | { readonly kind: 'zone'; readonly timeZone: string }

const anyCommand: fc.Arbitrary<Command> = fc.oneof(
  { arbitrary: fc.constant({ kind: 'tick' as const }), weight: 4 },
  { arbitrary: fc.record({ kind: fc.constantFrom('pause' as const, 'resume' as const) }), weight: 2 },
  { arbitrary: fc.record({ kind: fc.constant('interval' as const), interval: anyInterval }), weight: 1 },
  { arbitrary: fc.record({ kind: fc.constant('zone' as const), timeZone: anyOddZone }), weight: 1 },
)

describe('ticks of a series', () => {
  test('open consecutive periods, one child per slot, and never more than max_periods, at arbitrary times', () => {
    fc.assert(
      fc.property(anyWish, fc.array(anyWait, { maxLength: 40 }), ({ createdAt, ...wish }, waits) => {
        const run = new Run(createdSeries(createdAt, wish), createdAt)
        for (const wait of [0, ...waits]) {
          const { series } = run
          run.take({ kind: 'tick' }, wait)
          expect(run.lastChild?.slot).toEqual(expectedSlot(series, run.now))
        }
        expectOneChildPerPeriod(run)
      }),
    )
  })

  test('open exactly max_periods children when each comes at its own instant', () => {
    fc.assert(
      fc.property(anyWish, fc.integer({ min: 1, max: 12 }), ({ createdAt, ...wish }, maxPeriods) => {
        const run = new Run(createdSeries(createdAt, { ...wish, maxPeriods }), createdAt)
        for (let ticks = 0; ticks < maxPeriods; ticks += 1) {
          const due = run.series.nextChargeAt ?? run.now
          run.take({ kind: 'tick' }, due.getTime() - run.now.getTime())
        }
        const { anchor, state } = run.series
        expect(run.children.map(({ slot, missedSlots }) => ({ slot, missedSlots }))).toEqual(
          Array.from({ length: maxPeriods }, (_, index) => ({ slot: { index, at: slotAt(anchor, index) }, missedSlots: 0 })),
        )
        expect(state).toBe('completed')
        expectOneChildPerPeriod(run)
      }),
    )
  })

  test('keep these rules through pauses, new intervals and new zones', () => {
    fc.assert(
      fc.property(anyWish, fc.array(fc.tuple(anyCommand, anyWait), { maxLength: 60 }), ({ createdAt, ...wish }, sent) => {
        const run = new Run(createdSeries(createdAt, wish), createdAt)
        for (const [command, wait] of sent) run.take(command, wait)
        expect(run.series.periodsCompleted).toBe(run.children.length)
        expectOneChildPerPeriod(run)
      }),
      { numRuns: 300 },
    )
  })

  test('wait when they are repeated at the same instant', () => {
    fc.assert(
      fc.property(anyWish, fc.array(fc.tuple(anyCommand, anyWait), { maxLength: 20 }), ({ createdAt, ...wish }, sent) => {
        const run = new Run(createdSeries(createdAt, wish), createdAt)
        for (const [command, wait] of sent) run.take(command, wait)
        run.take({ kind: 'tick' }, 0)
        expect(planTick(run.series, run.now)).toEqual({ input: 'wait' })
      }),
    )
  })
})

/** A series and the children it opened, input after input. */
class Run {
  readonly children: ChargePlan[] = []
  series: SeriesSchedule
  now: Date
  lastChild: ChargePlan | undefined

  constructor(series: SeriesSchedule, now: Date) {
    this.series = series
    this.now = now
  }

  take(command: Command, waitMs: number): void {
    this.now = new Date(this.now.getTime() + waitMs)
    const { series, child } = command.kind === 'tick' ? tick(this.series, this.now) : { series: this.#after(command), child: undefined }
    this.series = series
    this.lastChild = child
    if (child) this.children.push(child)
  }

  #after(command: Command): SeriesSchedule {
    const { series, now } = this
    if (series.state === 'completed') return series
    switch (command.kind) {
      case 'tick':
        return series
      case 'pause':
        return pause(series)
      case 'resume':
        return resume(series, now)
      case 'interval':
        return { ...series, ...changeInterval(series, { interval: command.interval, now }) }
      case 'zone':
        return { ...series, anchor: { ...series.anchor, timeZone: command.timeZone } }
    }
  }
}

/** The slot a tick charges without commands: the latest due one, if neither it nor a later one has a child. */
function expectedSlot({ state, anchor, latestSlot }: SeriesSchedule, now: Date) {
  const due = state === 'active' ? latestDueSlot(anchor, now) : undefined
  return due && due.index > (latestSlot ?? -1) ? due : undefined
}

function expectOneChildPerPeriod({ children, series: { maxPeriods, periodsCompleted, state, nextChargeAt, latestSlot } }: Run): void {
  expect(children.map(({ period }) => period)).toEqual(children.map((_, place) => place + 1))
  expect(periodsCompleted).toBe(children.length)
  expect(children.length).toBeLessThanOrEqual(maxPeriods ?? Infinity)
  expect({ isCompleted: state === 'completed', hasNext: nextChargeAt !== null }).toEqual({
    isCompleted: children.length === maxPeriods,
    hasNext: state === 'active',
  })
  const indexes = children.map(({ slot }) => slot.index)
  const instants = children.map(({ slot }) => slot.at.getTime())
  expect(indexes).toEqual([...new Set(indexes)].toSorted((a, b) => a - b))
  expect(instants).toEqual([...new Set(instants)].toSorted((a, b) => a - b))
  expect(latestSlot).toBe(indexes.at(-1) ?? null)
  // Each slot is a child's or missed, once.
  expect(children.map(({ slot, missedSlots }) => slot.index - missedSlots)).toEqual(
    [0, ...indexes.map((index) => index + 1)].slice(0, children.length),
  )
}
