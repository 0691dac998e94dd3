import type { TestWebhookInput } from '@gateway/contract/webhooks'
import { insertTogether } from '@gateway/db/kernel/insert-together'
import { findWebhookTest, insertWebhookTest } from '@gateway/db/webhooks/webhook-test-queries'
import type { WebhookTestEntity } from '@gateway/db/webhooks/webhook-test.entity'
import type { Actor } from '@gateway/domain/accounts/merchant'
import { ForbiddenBusiness } from '@gateway/domain/businesses/errors'
import { NotFound } from '@gateway/domain/kernel/error'
import type { DomainEventName } from '@gateway/domain/kernel/events'
import type { DeliveryState } from '@gateway/domain/webhooks/delivery'
import { WebhooksUnavailable, WebhookUrlMissing } from '@gateway/domain/webhooks/errors'
import { resolveStored } from '../businesses/resolve-business.ts'
import { awaitAnswer } from '../kernel/await-answer.ts'
import type { ApiContext } from '../kernel/context.ts'
import type { Keep } from '../idempotency/idempotency-keys.ts'
import { queueNotification } from '../kernel/notifications.ts'
import { transaction } from '../kernel/transaction.ts'
import { sampleEvent } from './sample-event.ts'

/** The outcome of a webhook test. */
export interface WebhookTest {
  readonly id: string
  readonly type: DomainEventName
  readonly state: DeliveryState
  readonly statusCode: number | null
  readonly durationMs: number | null
  readonly problem: string | null
}

const ID_BYTES = 16

/**
 * Sends one sample event to the receiver of a business and returns the outcome.
 *
 * The api cannot sign, so it writes a row for the webhooks role and waits for its outcome. One attempt is made, also while the circuit is open or
 * the endpoint switched off, because a merchant tests a repaired receiver. The idempotency row names the webhook test, so that no repeated request
 * sends another sample.
 *
 * @throws {WebhookUrlMissing} {ForbiddenBusiness} {BusinessRequired} {NoBusinessYet}
 * @throws {NotFound} when the path names a business that is not the caller's.
 * @throws {WebhooksUnavailable} when no worker has sent it after ten seconds.
 */
export async function sendWebhookTest(
  ctx: ApiContext,
  { actor, wish, keep }: { actor: Actor; wish: TestWebhookInput; keep?: Keep<WebhookTest> | undefined },
): Promise<WebhookTest> {
  const { business, webhook } = await resolveStored(ctx, { actor, businessId: wish.id ?? wish.businessId }).catch((error: unknown) => {
    throw wish.id !== undefined && error instanceof ForbiddenBusiness ? new NotFound('business') : error
  })
  if (!webhook.url) throw new WebhookUrlMissing()
  const [id, createdAt] = [ctx.ids.uuid(), ctx.clock.now()]
  const eventId = `evt_test_${ctx.ids.bytes(ID_BYTES).toString('hex')}` as const
  const body = sampleEvent(wish.eventType, { id: eventId, business, at: createdAt })
  await transaction(ctx, async (em) => {
    await insertWebhookTest(em, { id, endpointId: webhook.id, mode: actor.mode, eventId, type: wish.eventType, body, createdAt })
    if (keep) await insertTogether(em, [keep.begun(id)])
    queueNotification(em, { channel: 'webhook_test', payload: id })
  })
  return awaitWebhookTest(ctx, { id })
}

/** The outcome of an existing webhook test. @throws {WebhooksUnavailable} when it is unknown after ten seconds. */
export async function awaitWebhookTest(ctx: ApiContext, { id }: { id: string }): Promise<WebhookTest> {
  const ended = await awaitAnswer(ctx, { channel: 'webhook_test_ended', payload: id }, async () => {
    const found = await findWebhookTest(ctx.orm.em.fork(), { id })
    return found?.state === 'pending' ? undefined : found
  })
  if (!ended) throw new WebhooksUnavailable()
  return outcomeOf(ended)
}

const outcomeOf = ({ id, type, state, lastStatusCode, lastDurationMs, lastProblem }: WebhookTestEntity): WebhookTest => ({
  id,
  type,
  state,
  statusCode: lastStatusCode,
  durationMs: lastDurationMs,
  problem: lastProblem,
})
