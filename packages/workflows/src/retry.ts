import type { ActivityOptions, LocalActivityOptions } from '@temporalio/workflow'

/** Short database work that may be repeated for ever; a refusal by the domain is not retried. */
export const database = {
  startToCloseTimeout: '10 seconds',
  retry: { initialInterval: '1 second', maximumInterval: '60 seconds', backoffCoefficient: 2 },
} satisfies LocalActivityOptions

/** Money work: repeated for ever, because an unknown outcome is never a failure. */
export const money = {
  startToCloseTimeout: '60 seconds',
  retry: { initialInterval: '1 second', maximumInterval: '60 seconds', backoffCoefficient: 2 },
} satisfies ActivityOptions

/** One long watch over a chain; a silent scanner is replaced after half a minute. */
export const scan = {
  startToCloseTimeout: '60 minutes',
  heartbeatTimeout: '30 seconds',
  retry: { initialInterval: '1 second', maximumInterval: '30 seconds', backoffCoefficient: 2 },
} satisfies ActivityOptions

/** Draining a mailbox, including the linger for further deliveries. */
export const drain = {
  startToCloseTimeout: '5 minutes',
  heartbeatTimeout: '30 seconds',
  retry: { initialInterval: '1 second', maximumInterval: '60 seconds', backoffCoefficient: 2 },
} satisfies ActivityOptions
