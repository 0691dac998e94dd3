import type { ApiContext } from '@gateway/operations/kernel/context'
import { deliverOutbox } from '@gateway/operations/outbox/deliver-outbox'
import { temporalPort } from '@gateway/operations/outbox/temporal-port'
import { Client, type Connection } from '@temporalio/client'

/** How to reach Temporal. */
export interface TemporalSettings {
  readonly connection: Connection
  readonly namespace: string
}

const DEADLINE_MS = 1_000
const MOST_WAITING = 200
const REST_MS = 5_000

/**
 * Tries to pass fresh outbox rows on to Temporal at once, so that a workflow need not wait for the relay.
 *
 * Nobody waits for it and nothing depends on it: rows that do not arrive within a second, or that come while too many are waiting, stay for
 * the relay. Rows that come while others are on their way go together after them, so that a rush costs few statements; and a Temporal that
 * did not answer is left alone for a few seconds, because the relay tries it anyway.
 */
export function outboxFastPath(ctx: Omit<ApiContext, 'tryNow'>, { connection, namespace }: TemporalSettings): ApiContext['tryNow'] {
  let waiting: string[] = []
  let restsUntil = 0
  const port = temporalPort(new Client({ connection, namespace }))
  const noteFailure = (error: unknown): never => {
    restsUntil = performance.now() + REST_MS
    throw error
  }
  const relay = {
    ...ctx,
    temporal: { ...port, deliver: (...sent: Parameters<typeof port.deliver>) => port.deliver(...sent).catch(noteFailure) },
  }
  let isUnderWay = false
  const deliverWaiting = async (): Promise<void> => {
    isUnderWay = true
    while (waiting.length > 0) {
      const ids = waiting
      waiting = []
      await connection
        .withDeadline(Date.now() + DEADLINE_MS, () => deliverOutbox(relay, { ids }))
        .catch((error: unknown) => ctx.log.warn({ err: error }, 'fresh messages are left to the relay'))
    }
    isUnderWay = false
  }
  return (ids) => {
    if (waiting.length >= MOST_WAITING || performance.now() < restsUntil) return
    waiting.push(...ids)
    if (!isUnderWay) void deliverWaiting()
  }
}
