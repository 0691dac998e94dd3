import { type ClaimedDelivery, recordAttempt } from '@gateway/db/webhooks/queries'
import { tables } from '@gateway/db/tables'
import { afterAttempt } from '@gateway/domain/webhooks/retry-schedule'
import { type GuardedAnswer, postGuarded } from '../egress/post-guarded.ts'
import { openWebhookSecret } from '../businesses/webhook-secret.ts'
import { SealBroken } from '../sealed-box.ts'
import { transaction } from '../transaction.ts'
import type { WebhookContext } from './drain-endpoint.ts'
import { signDelivery } from './sign-delivery.ts'

/** A delivery with where it goes and the secret that signs it, still sealed. */
export interface Addressed extends ClaimedDelivery {
  readonly url: string
  readonly sealedSecret: Uint8Array
}

/** How an attempt ended; a secret that does not open is a problem of ours, and no request is made. */
type Answer = Omit<GuardedAnswer, 'problem'> & { readonly problem?: GuardedAnswer['problem'] | 'secret' }

/**
 * Sends one event once and records how it went: delivered, due again by the schedule, or failed for good.
 *
 * The record follows the answer, so a crash in between sends the same event id again: delivery is at least once. A secret that does not
 * open uses up attempts like a receiver that is away, so that it can be mended meanwhile and nothing waits behind it for ever.
 */
export async function attemptDelivery(ctx: WebhookContext, delivery: Addressed): Promise<void> {
  const answer = await send(ctx, delivery)
  if (answer.statusCode !== null && answer.statusCode < 300) await ctx.failpoint('S12')
  await recordAnswer(ctx, delivery, answer)
}

async function send(ctx: WebhookContext, delivery: Addressed): Promise<Answer> {
  const secret = openSecret(ctx, delivery)
  if (secret === undefined) return { statusCode: null, problem: 'secret', durationMs: 0 }
  const signed = { ...delivery, secret, deliveryId: delivery.id, furtherHeaders: ctx.furtherSignatureHeaders }
  const headers = signDelivery(signed, ctx.clock.now())
  return postGuarded({ url: delivery.url, headers, body: delivery.body, allow: ctx.egress.allow })
}

function openSecret(ctx: WebhookContext, { endpointId, sealedSecret: sealed }: Addressed): string | undefined {
  try {
    return openWebhookSecret(ctx.webhookKey, { endpointId, sealed })
  } catch (error) {
    if (!(error instanceof SealBroken)) throw error
    ctx.log.error({ alarm: 'webhook_secret', endpointId }, 'the secret of an endpoint does not open')
    return undefined
  }
}

const states = { accept: 'delivered', retry: 'pending', exhaust: 'failed' } as const

async function recordAnswer(ctx: WebhookContext, delivery: ClaimedDelivery, answer: Answer): Promise<void> {
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
