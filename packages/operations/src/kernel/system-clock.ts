import type { Clock } from '@gateway/domain/kernel/clock'

/** The time of the machine. */
export const systemClock: Clock = { now: () => new Date() }
