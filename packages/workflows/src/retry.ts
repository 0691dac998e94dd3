import type { ActivityOptions, LocalActivityOptions } from '@temporalio/workflow'

/** Short database work, retried for ever; a refusal by the domain is not retried. */
export const database = {
  startToCloseTimeout: '10 seconds',
  retry: { initialInterval: '1 second', maximumInterval: '60 seconds', backoffCoefficient: 2 },
} satisfies LocalActivityOptions

/** Heartbeat timeout of work outside the database: a dead process is replaced within ten seconds, its retry included. */
const SILENCE = '6 seconds'

/** One long scan of a chain. */
export const scan = {
  startToCloseTimeout: '60 minutes',
  heartbeatTimeout: SILENCE,
  // It waits for nodes by itself; only a crash or a shutdown ends it, and many of those are no reason to wait longer.
  retry: { initialInterval: '1 second', backoffCoefficient: 1 },
} satisfies ActivityOptions

/** Draining a mailbox, including the linger for further deliveries. */
export const drain = {
  startToCloseTimeout: '5 minutes',
  heartbeatTimeout: SILENCE,
  retry: { initialInterval: '1 second', maximumInterval: '5 seconds', backoffCoefficient: 2 },
} satisfies ActivityOptions

/** Opening the escrow of a period. A second attempt is for a process that dies; the sweep makes every further one. */
export const period = {
  startToCloseTimeout: '10 seconds',
  retry: { initialInterval: '1 second', maximumAttempts: 2 },
} satisfies ActivityOptions
