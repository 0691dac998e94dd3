import { type ClaimedDelivery, recordAttempt } from '@gateway/db/webhooks/queries'
import { tables } from '@gateway/db/tables'
import { afterAttempt } from '@gateway/domain/webhooks/retry-schedule'
import { type GuardedAnswer, postGuarded } from '../egress/post-guarded.ts'
import { transaction } from '../transaction.ts'
import type { WebhookContext } from './drain-endpoint.ts'
import { signDelivery } from './sign-delivery.ts'

/**
 * Sends one event once and records how it went: delivered, due again by the schedule, or failed for good.
 *
 * The record follows the answer, so a crash in between sends the same event id again: delivery is at least once.
 */
export async function attemptDelivery(ctx: WebhookContext, delivery: ClaimedDelivery & { url: string; secret: string }): Promise<void> {
  const headers = signDelivery({ ...delivery, deliveryId: delivery.id, furtherHeaders: ctx.furtherSignatureHeaders }, ctx.clock.now())
  const answer = await postGuarded({ url: delivery.url, headers, body: delivery.body, allow: ctx.egress.allow })
  if (answer.statusCode !== null && answer.statusCode < 300) await ctx.failpoint('S12')
  await recordAnswer(ctx, delivery, answer)
}

const states = { accept: 'delivered', retry: 'pending', exhaust: 'failed' } as const

async function recordAnswer(ctx: WebhookContext, delivery: ClaimedDelivery, answer: GuardedAnswer): Promise<void> {
  const attempts = delivery.attempts + 1
  const next = afterAttempt(attempts, { statusCode: answer.statusCode, retryAfterMs: answer.retryAfterMs }, ctx.ids.chance())
  const now = ctx.clock.now()
  if (next.input !== 'accept')
    ctx.log.warn(
      { deliveryId: delivery.id, attempts, statusCode: answer.statusCode, problem: answer.problem },
      'a webhook was not accepted',
    )
  await transaction(ctx, async (em) => {
    await recordAttempt(em, {
      id: delivery.id,
      state: states[next.input],
      attempts,
      nextAttemptAt: next.input === 'retry' ? new Date(now.getTime() + next.delayMs) : delivery.nextAttemptAt,
      deliveredAt: next.input === 'accept' ? now : null,
      lastStatusCode: answer.statusCode,
      lastProblem: answer.problem ?? null,
      lastDurationMs: Math.round(answer.durationMs),
    })
    if (next.input === 'exhaust' && next.disable)
      await tables(em)
        .updateTable('webhook_endpoint')
        .set({ disabledAt: now, updatedAt: now })
        .where('id', '=', delivery.endpointId)
        .execute()
  })
}
