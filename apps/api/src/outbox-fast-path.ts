import type { ApiContext } from '@gateway/operations/kernel/context'
import { deliverOutbox } from '@gateway/operations/outbox/deliver-outbox'
import { temporalPort } from '@gateway/operations/outbox/temporal-port'
import { Client, type Connection } from '@temporalio/client'

/** The connection to Temporal. */
export interface TemporalSettings {
  readonly connection: Connection
  readonly namespace: string
}

const DEADLINE_MS = 1_000
const MAX_WAITING = 200
const RETRY_MS = 5_000

/**
 * Tries to deliver new outbox rows to Temporal at once, so that a workflow need not wait for the relay.
 * Nothing waits for it or depends on it: rows that fail within a second, or exceed the queue, stay for the relay. Rows that arrive
 * meanwhile are sent together next, so that a rush costs few statements. After a failure Temporal is not tried for a few seconds, because
 * the relay tries it anyway.
 */
export function outboxFastPath(ctx: Omit<ApiContext, 'tryNow'>, { connection, namespace }: TemporalSettings): ApiContext['tryNow'] {
  let waiting: string[] = []
  let restsUntil = 0
  const client = new Client({ connection, namespace })
  const port = temporalPort(() => client)
  const recordFailure = (error: unknown): never => {
    restsUntil = performance.now() + RETRY_MS
    throw error
  }
  const relay = {
    ...ctx,
    temporal: { ...port, deliver: (...sent: Parameters<typeof port.deliver>) => port.deliver(...sent).catch(recordFailure) },
  }
  let isUnderWay = false
  const deliverWaiting = async (): Promise<void> => {
    isUnderWay = true
    while (waiting.length > 0) {
      const ids = waiting
      waiting = []
      await connection
        .withDeadline(Date.now() + DEADLINE_MS, () => deliverOutbox(relay, { ids }))
        .catch((error: unknown) => ctx.log.warn({ err: error }, 'outbox fast path failed, left to relay'))
    }
    isUnderWay = false
  }
  return (ids) => {
    if (waiting.length >= MAX_WAITING || performance.now() < restsUntil) return
    waiting.push(...ids)
    if (!isUnderWay) void deliverWaiting()
  }
}
