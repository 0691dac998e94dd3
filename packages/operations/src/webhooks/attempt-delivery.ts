import type { OpenEndpoint } from '@gateway/db/webhooks/circuit-queries'
import { type AcceptedAttempt, recordAccepted, recordAttempt } from '@gateway/db/webhooks/attempt-queries'
import type { ClaimedDelivery } from '@gateway/db/webhooks/delivery-queries'
import type { Outcome } from '@gateway/domain/webhooks/circuit'
import { type AfterAttempt, afterAttempt } from '@gateway/domain/webhooks/retry-schedule'
import { type GuardedAnswer, postGuarded } from '../egress/post-guarded.ts'
import { batched } from '../kernel/batch-calls.ts'
import { transaction } from '../kernel/transaction.ts'
import type { WebhookContext } from './drain-endpoint.ts'
import type { SecretsOpener } from './open-secrets.ts'
import { settleCircuit } from './settle-circuit.ts'
import { signDelivery } from './sign-delivery.ts'

/** A delivery with its endpoint. */
export interface Addressed extends ClaimedDelivery {
  readonly endpoint: OpenEndpoint
}

/** The outcome of an attempt; a secret that does not open is our problem, and no request is made. */
type Answer = Omit<GuardedAnswer, 'problem'> & { readonly problem?: GuardedAnswer['problem'] | 'secret' }

/**
 * Sends one event once and records the outcome: delivered, due again by the schedule, or failed for good; the endpoint's circuit learns from it.
 *
 * The record follows the response, so a crash in between sends the same event id again: delivery is at least once. A secret that does not open
 * uses up attempts like a receiver that is down, so that later deliveries are not blocked for ever.
 */
export async function attemptDelivery(ctx: WebhookContext, delivery: Addressed, secretsOf: SecretsOpener): Promise<void> {
  const answer = await send(ctx, delivery, secretsOf)
  if (answer.statusCode !== null && answer.statusCode < 300) await ctx.failpoint('deliveryAnswered')
  await recordAnswer(ctx, delivery, answer)
}

async function send(ctx: WebhookContext, { endpoint, ...delivery }: Addressed, secretsOf: SecretsOpener): Promise<Answer> {
  const secrets = secretsOf(endpoint)
  if (!secrets) return { statusCode: null, problem: 'secret', durationMs: 0 }
  const signed = { ...delivery, ...secrets, deliveryId: delivery.id, furtherHeaders: ctx.furtherSignatureHeaders }
  const headers = signDelivery(signed, ctx.clock.now())
  return postGuarded({ url: endpoint.url, headers, body: delivery.body, allow: ctx.egress.allow })
}

const MAX_ATTEMPTS = 200
const states = { accept: 'delivered', retry: 'pending', exhaust: 'failed' } as const

async function recordAnswer(ctx: WebhookContext, { endpoint, ...delivery }: Addressed, answer: Answer): Promise<void> {
  const attempts = delivery.attempts + 1
  const now = ctx.clock.now()
  const { statusCode, retryAfterMs, problem, durationMs } = answer
  const ageMs = now.getTime() - delivery.createdAt.getTime()
  const next = afterAttempt(attempts, { statusCode, retryAfterMs, ageMs }, ctx.ids.chance())
  const { id, endpointId } = delivery
  const written = { id, attempts, lastStatusCode: statusCode, lastDurationMs: Math.round(durationMs) }
  if (next.input === 'accept' && (await acceptTogether(ctx.orm, { ...written, endpointId, deliveredAt: now }))) return
  if (next.input !== 'accept') ctx.log.warn({ deliveryId: id, attempts, statusCode, problem }, 'webhook attempt failed')
  await transaction(ctx, async (em) => {
    await recordAttempt(em, {
      ...written,
      state: states[next.input],
      nextAttemptAt: next.input === 'retry' ? new Date(now.getTime() + next.delayMs) : delivery.nextAttemptAt,
      deliveredAt: next.input === 'accept' ? now : null,
      lastProblem: problem ?? null,
    })
    // A secret that does not open is our fault, not the receiver's.
    if (problem === 'secret') return
    const isLast = next.input === 'exhaust'
    await settleCircuit(em, ctx, { endpoint, deliveryId: id, answer: told(next), isLast, statusCode, durationMs })
  })
}

/** Most attempts succeed at endpoints without failures; concurrent ones are recorded together. */
const acceptTogether = batched({
  most: MAX_ATTEMPTS,
  work: (orm, accepted: readonly AcceptedAttempt[]) => recordAccepted(orm.em.fork(), { accepted }),
})

function told(next: AfterAttempt): Outcome['answer'] {
  if (next.input === 'accept') return 'accepted'
  return next.input === 'exhaust' && next.disable ? 'gone' : 'failed'
}
