import type { ProcessorAttemptEntity } from '@gateway/db/cards/processor/processor-attempt.entity'
import type { ProcessorIntentEntity } from '@gateway/db/cards/processor/processor-intent.entity'
import { holdCardPause } from '@gateway/db/cards/pause-queries'
import { insertAttempt } from '@gateway/db/cards/processor/attempt-queries'
import { lockIntent } from '@gateway/db/cards/processor/intent-queries'
import { idempotencyKeyOf, isOutgoing } from '@gateway/domain/cards/purposes'
import type { StripeRequest } from '@gateway/providers/stripe/calls'
import { appendDecisions, type Decided } from '../../custody/policy/decision-log.ts'
import { transaction } from '../../kernel/transaction.ts'
import { lockCard } from '../lifecycle/lock-card.ts'
import { dropIntent, moveIntent } from '../lifecycle/move-intent.ts'
import type { ProcessorContext } from '../lifecycle/processor-context.ts'
import { leaseUntil } from '../lifecycle/next-try.ts'
import { purposeOf } from './purposes.ts'

/** An intent with the attempt that is about to be called. */
export interface Begun {
  readonly intent: ProcessorIntentEntity
  readonly attempt: ProcessorAttemptEntity
}

/**
 * Stores the one attempt of a planned intent, with its key and its parameters, before anybody is called; what is asked for follows from rows that are read
 * under the lock of the payment. What lets money leave is a decision of the role, which comes last: those of all payments follow one another from there to the
 * commit.
 *
 * @returns undefined when another process has begun it, a pause stops it, or nothing is to be done any more.
 */
export async function beginIntent(ctx: ProcessorContext, { id, paymentId }: { id: string; paymentId: string }): Promise<Begun | undefined> {
  return transaction(ctx, async (em) => {
    const card = await lockCard(em, { paymentId })
    const intent = await lockIntent(em, { id })
    if (intent?.state !== 'planned') return undefined
    if (isOutgoing(intent.purpose) && (await holdCardPause(em, card.payment))) return undefined
    const request = await purposeOf(intent.purpose).request(em, ctx, { ...card, intent })
    if (request === undefined) return dropIntent(em, ctx, intent)
    await moveIntent(em, ctx, { intent, inputs: ['sign', 'broadcast'] })
    const attempt = firstCall(intent, { request, now: ctx.clock.now() })
    await insertAttempt(em, attempt)
    if (isOutgoing(intent.purpose)) await appendDecisions(em, ctx, [allowed(intent)])
    return { intent, attempt }
  })
}

const firstCall = (
  { id, purpose }: ProcessorIntentEntity,
  { request, now }: { request: StripeRequest; now: Date },
): ProcessorAttemptEntity => ({
  intentId: id,
  handle: idempotencyKeyOf(purpose, id),
  accountId: request.account,
  request,
  state: 'broadcast',
  calls: 1,
  firstCalledAt: now,
  tryAt: leaseUntil(now),
  lastProblem: null,
  proof: null,
})

/** It is what its rows ask for, and no pause stops it. */
const allowed = (intent: ProcessorIntentEntity): Decided => ({
  intent,
  verdict: { rule: 'all', outcome: 'allow', reason: '' },
  facts: { purpose: intent.purpose, amountMinor: String(intent.amountMinor), currency: intent.currency },
})
