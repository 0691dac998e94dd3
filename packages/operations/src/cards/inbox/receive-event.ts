import { insertProcessorEvent } from '@gateway/db/cards/processor/event-queries'
import { InvalidProcessorSignature } from '@gateway/domain/cards/errors'
import { type ProcessorEvent, readEvent } from '@gateway/providers/stripe/event'
import type { Context } from '../../kernel/context.ts'
import { queueNotification } from '../../kernel/notifications.ts'
import { transaction } from '../../kernel/transaction.ts'

/** What the processor has sent, byte for byte, and the secrets of the endpoints that it may have called. */
interface Sent {
  readonly body: Uint8Array
  readonly signature: string | undefined
  readonly secrets: readonly string[]
}

/** The account of events that happened on the platform's own. */
export const PLATFORM_ACCOUNT = 'platform'

/**
 * Puts a signed event of the processor into the inbox, once; the role that calls the processor works on it. One that has no effect is recorded with the
 * reason.
 *
 * @throws {InvalidProcessorSignature} when none of the secrets has signed it within five minutes; nothing is stored.
 */
export async function receiveProcessorEvent(
  ctx: Pick<Context, 'orm' | 'ids' | 'clock'>,
  { body, signature, secrets }: Sent,
): Promise<void> {
  const now = ctx.clock.now()
  const event = readEvent(body, signature, { secrets, now })
  if (!event) throw new InvalidProcessorSignature()
  const outcome = idleOutcome(event)
  await transaction(ctx, async (em) => {
    const { id: eventId, type, objectType, objectId } = event
    const row = { accountId: event.account ?? PLATFORM_ACCOUNT, eventId, type, objectType, objectId, receivedAt: now, calls: 0, outcome }
    const isNew = await insertProcessorEvent(em, { ...row, tryAt: outcome === null ? now : null })
    if (isNew && outcome === null) queueNotification(em, { channel: 'processor_due', payload: '' })
  })
}

/** Why an event has no effect; null for one that is worked on. */
const idleOutcome = ({ kind, objectId }: ProcessorEvent): string | null => {
  if (kind !== 'snapshot') return kind
  return objectId === null ? 'without_object' : null
}
