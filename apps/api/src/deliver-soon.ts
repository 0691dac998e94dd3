import type { ApiContext } from '@gateway/operations/context'
import { deliverOutbox } from '@gateway/operations/outbox/deliver-outbox'
import { temporalPort } from '@gateway/operations/outbox/temporal-port'
import { Client, type Connection } from '@temporalio/client'

/** How to reach Temporal. */
export interface TemporalSettings {
  readonly connection: Connection
  readonly namespace: string
}

const DEADLINE_MS = 1_000
const MOST_AT_ONCE = 16

/**
 * Tries to pass fresh outbox rows on to Temporal at once, so that a workflow need not wait for the relay.
 *
 * Nobody waits for it and nothing depends on it: rows that do not arrive within a second, or that come while too many are on their way, stay
 * for the relay.
 */
export function deliverSoon(ctx: Omit<ApiContext, 'tryNow'>, { connection, namespace }: TemporalSettings): ApiContext['tryNow'] {
  const relay = { ...ctx, temporal: temporalPort(new Client({ connection, namespace })) }
  let underWay = 0
  return (ids) => {
    if (ids.length === 0 || underWay >= MOST_AT_ONCE) return
    underWay++
    connection
      .withDeadline(Date.now() + DEADLINE_MS, () => deliverOutbox(relay, { ids }))
      .catch((error: unknown) => ctx.log.warn({ err: error }, 'fresh messages are left to the relay'))
      .finally(() => void underWay--)
  }
}
