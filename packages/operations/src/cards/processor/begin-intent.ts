import type { ProcessorAttemptEntity } from '@gateway/db/cards/processor/processor-attempt.entity'
import type { ProcessorIntentEntity } from '@gateway/db/cards/processor/processor-intent.entity'
import { holdCardPause } from '@gateway/db/cards/pause-queries'
import { insertAttempt } from '@gateway/db/cards/processor/attempt-queries'
import { lockIntent, saveIntent } from '@gateway/db/cards/processor/intent-queries'
import type { Em } from '@gateway/db/orm'
import { idempotencyKeyOf, isOutgoing } from '@gateway/domain/cards/purposes'
import { type IntentInput, intentMachine } from '@gateway/domain/custody/machine'
import { findMove } from '@gateway/domain/kernel/machine'
import type { Context } from '../../kernel/context.ts'
import { queueNotification } from '../../kernel/notifications.ts'
import { transaction } from '../../kernel/transaction.ts'
import { lockCard } from '../lifecycle/lock-card.ts'
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
 * under the lock of the payment.
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
    const now = ctx.clock.now()
    const attempt: ProcessorAttemptEntity = {
      intentId: id,
      handle: idempotencyKeyOf(intent.purpose, id),
      accountId: request.account,
      request,
      state: 'broadcast',
      calls: 1,
      firstCalledAt: now,
      tryAt: leaseUntil(now),
      lastProblem: null,
      proof: null,
    }
    await insertAttempt(em, attempt)
    return { intent, attempt }
  })
}

/** Ends a planned intent of a locked card, for which nobody was called. */
export async function dropIntent(em: Em, ctx: Pick<Context, 'clock'>, intent: ProcessorIntentEntity): Promise<undefined> {
  await moveIntent(em, ctx, { intent, inputs: ['void'] })
  queueNotification(em, { channel: 'processor_answered', payload: intent.id })
}

/** Moves an intent of the processor and writes it. @throws {Error} when its state does not accept an input. */
export async function moveIntent(
  em: Em,
  ctx: Pick<Context, 'clock'>,
  { intent, inputs }: { intent: ProcessorIntentEntity; inputs: readonly IntentInput[] },
): Promise<void> {
  for (const input of inputs) {
    const move = findMove(intentMachine, intent.state, input)
    if (!move) throw new Error(`an intent of the processor that is ${intent.state} does not ${input}`)
    intent.state = move.to
  }
  intent.updatedAt = ctx.clock.now()
  await saveIntent(em, intent)
}
