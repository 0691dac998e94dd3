import type { ProcessorAttemptEntity } from '@gateway/db/cards/processor/processor-attempt.entity'
import type { ProcessorIntentEntity } from '@gateway/db/cards/processor/processor-intent.entity'
import { endAttempt, lockAttempt, postponeAttempt } from '@gateway/db/cards/processor/attempt-queries'
import { lockIntent } from '@gateway/db/cards/processor/intent-queries'
import type { Em } from '@gateway/db/orm'
import { resultInputs } from '@gateway/domain/cards/purposes'
import { attemptMachine } from '@gateway/domain/custody/machine'
import { findMove } from '@gateway/domain/kernel/machine'
import type { FailedCall } from '@gateway/providers/stripe/outcome'
import { queueNotification } from '../../kernel/notifications.ts'
import { transaction } from '../../kernel/transaction.ts'
import { lockCard } from '../lifecycle/lock-card.ts'
import type { IntentSubject } from '../lifecycle/purpose.ts'
import type { ProcessorContext } from '../lifecycle/processor-context.ts'
import { moveIntent } from '../lifecycle/move-intent.ts'
import { nextTry } from '../lifecycle/next-try.ts'
import { purposeOf } from './purposes.ts'
import type { Answer } from './send-call.ts'

/**
 * Writes what a call has answered, once: the end of intent and attempt with everything that follows from it; or, when nothing is known, when the same key
 * is sent again. A second process that has called with the same key finds it written.
 */
export async function recordAnswer(
  ctx: ProcessorContext,
  { id, paymentId }: Pick<ProcessorIntentEntity, 'id' | 'paymentId'>,
  answer: Answer,
): Promise<void> {
  await transaction(ctx, async (em) => {
    const card = await lockCard(em, { paymentId })
    const intent = await lockIntent(em, { id })
    const attempt = await lockAttempt(em, { intentId: id })
    if (!intent || !attempt || attempt.tryAt === null) return
    const ending = endingOf(answer, intent)
    if (ending) await end(em, ctx, { subject: { ...card, intent }, attempt, ending })
    else if (answer.result !== 'done') await tryLater(em, ctx, { attempt, problem: answer })
  })
  if (answer.result === 'wait' || answer.result === 'unknown') report(ctx, id, answer)
}

/** How a call ended for good, as the row keeps it. */
type Proof = { readonly object: string } | { readonly refused: Omit<FailedCall, 'result'> }

/** The end of a call whose outcome is known. */
interface Ending {
  readonly result: 'done' | 'refused'
  readonly proof: Proof
  readonly write: (em: Em, ctx: ProcessorContext, subject: IntentSubject) => Promise<void>
}

function endingOf(answer: Answer, { purpose }: ProcessorIntentEntity): Ending | undefined {
  if (answer.result === 'done') return { result: 'done', proof: { object: answer.objectId }, write: answer.write }
  const { result, ...refused } = answer
  if (result !== 'refused') return undefined
  return { result, proof: { refused }, write: (em, ctx, subject) => purposeOf(purpose).refused(em, ctx, { ...subject, refusal: refused }) }
}

async function end(
  em: Em,
  ctx: ProcessorContext,
  { subject, attempt, ending }: { subject: IntentSubject; attempt: ProcessorAttemptEntity; ending: Ending },
): Promise<void> {
  const inputs = resultInputs[ending.result]
  const move = findMove(attemptMachine, attempt.state, inputs.attempt)
  if (!move) throw new Error(`an attempt that is ${attempt.state} does not ${inputs.attempt}`)
  await endAttempt(em, { intentId: attempt.intentId, state: move.to, proof: ending.proof })
  await moveIntent(em, ctx, { intent: subject.intent, inputs: [inputs.intent] })
  await ending.write(em, ctx, subject)
  queueNotification(em, { channel: 'processor_answered', payload: attempt.intentId })
}

async function tryLater(
  em: Em,
  ctx: ProcessorContext,
  { attempt, problem }: { attempt: ProcessorAttemptEntity; problem: FailedCall },
): Promise<void> {
  const { intentId, calls } = attempt
  await postponeAttempt(em, { intentId, tryAt: nextTry(ctx.clock.now(), calls), lastProblem: wordsOf(problem) })
}

/** Status and code of a failed call, for operators. */
export const wordsOf = ({ result, status, code }: FailedCall): string => [result, status ?? 'no answer', code].filter(Boolean).join(' ')

const report = (ctx: ProcessorContext, intentId: string, problem: FailedCall): void =>
  ctx.log.warn(
    { intentId, status: problem.status, code: problem.code, outcome: problem.result },
    'the card processor is called again with the same key',
  )
