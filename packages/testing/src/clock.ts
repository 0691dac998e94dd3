import type { Clock } from '@gateway/domain/kernel/clock'

/** A clock that changes only when a test moves it. */
export interface TestClock extends Clock {
  set(at: Date): void
  advance(ms: number): void
}

/** Creates a clock at `at`. */
export function testClock(at = new Date('2026-10-01T12:00:00.000Z')): TestClock {
  let now = at.getTime()
  return {
    now: () => new Date(now),
    set: (moment) => void (now = moment.getTime()),
    advance: (ms) => void (now += ms),
  }
}
