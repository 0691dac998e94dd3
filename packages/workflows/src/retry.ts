import type { ActivityOptions, LocalActivityOptions } from '@temporalio/workflow'

/** Short database work that may be repeated for ever; a refusal by the domain is not retried. */
export const database = {
  startToCloseTimeout: '10 seconds',
  retry: { initialInterval: '1 second', maximumInterval: '60 seconds', backoffCoefficient: 2 },
} satisfies LocalActivityOptions

/** How long work outside the database may be silent: a process that dies is replaced within ten seconds, its retry included. */
const SILENCE = '6 seconds'

/**
 * Money work: repeated for ever, because an unknown outcome is never a failure.
 *
 * A process that is frozen takes work again and again and is silent each time, so the pauses between tries stay short. What is held says itself when it is
 * to be asked for again.
 */
export const money = {
  startToCloseTimeout: '60 seconds',
  heartbeatTimeout: SILENCE,
  retry: { initialInterval: '1 second', maximumInterval: '10 seconds', backoffCoefficient: 2 },
} satisfies ActivityOptions

/** One long watch over a chain. */
export const scan = {
  startToCloseTimeout: '60 minutes',
  heartbeatTimeout: SILENCE,
  // It waits for nodes by itself; what ends it is a crash or a shutdown, and many of those are no reason to wait longer.
  retry: { initialInterval: '1 second', backoffCoefficient: 1 },
} satisfies ActivityOptions

/** Draining a mailbox, including the linger for further deliveries. */
export const drain = {
  startToCloseTimeout: '5 minutes',
  heartbeatTimeout: SILENCE,
  retry: { initialInterval: '1 second', maximumInterval: '5 seconds', backoffCoefficient: 2 },
} satisfies ActivityOptions
