import { claimAttempt } from '@gateway/db/cards/processor/attempt-queries'
import { findIntent } from '@gateway/db/cards/processor/intent-queries'
import { readCardPayment, readEscrowOf } from '@gateway/db/cards/card-queries'
import { isLookUpDue, isOutgoing } from '@gateway/domain/cards/purposes'
import { NotFound } from '@gateway/domain/kernel/error'
import type { StripeRequest } from '@gateway/providers/stripe/calls'
import { rememberDecisions } from '../../custody/decisions/remember-decisions.ts'
import type { IntentSubject } from '../lifecycle/purpose.ts'
import type { ProcessorContext } from '../lifecycle/processor-context.ts'
import { type Begun, beginIntent } from './begin-intent.ts'
import { leaseUntil } from '../lifecycle/next-try.ts'
import { purposeOf } from './purposes.ts'
import { recordAnswer } from './record-answer.ts'
import type { Answer } from './send-call.ts'

const FORBIDDEN = 403

/** Carries out a planned intent. */
export async function carryOutIntent(ctx: ProcessorContext, planned: { id: string; paymentId: string }): Promise<void> {
  const begun = await beginIntent(ctx, planned)
  if (begun) await callAndRecord(ctx, begun)
}

/** Calls for a due attempt again, with the same key and the same parameters. */
export async function repeatAttempt(ctx: ProcessorContext, { intentId }: { intentId: string }): Promise<void> {
  const now = ctx.clock.now()
  const em = ctx.orm.em.fork()
  const attempt = await claimAttempt(em, { intentId, now, until: leaseUntil(now) })
  const intent = attempt && (await findIntent(em, { id: intentId }))
  if (intent) await callAndRecord(ctx, { intent, attempt })
}

/** @throws {Error} when the database lacks a decision that the role has made: money that left is not in it, so nothing more is sent. */
async function callAndRecord(ctx: ProcessorContext, begun: Begun): Promise<void> {
  if (isOutgoing(begun.intent.purpose)) await rememberDecisions(ctx)
  const answer = await callOnce(ctx, begun)
  await ctx.failpoint('processorAnswered')
  await recordAnswer(ctx, begun.intent, answer)
}

/** One call. When its key may be a day old and its outcome unknown, what it may have done is looked for first. */
async function callOnce(ctx: ProcessorContext, { intent, attempt }: Begun): Promise<Answer> {
  const handler = purposeOf(intent.purpose)
  const called = { from: earliestCall({ intent, attempt }), until: ctx.clock.now() }
  if (isLookUpDue(called.from, called.until)) {
    const subject = await readSubject(ctx, intent)
    const list = await handler.list(ctx.orm.em.fork(), subject, called)
    const found = await handler.find(ctx.processor, list, intent.id)
    if (found.result !== 'absent') return asUnknown(found)
  }
  // It was stored as the request of a call, and nobody can change it.
  const answer = await handler.send(ctx.processor, attempt.request as StripeRequest, attempt.handle)
  return attempt.calls > 1 && 'status' in answer && answer.status === FORBIDDEN ? asUnknown(answer) : answer
}

/** A refusal that says nothing of what an earlier call has done: of a list, or of an account that is not ours to ask any more. */
const asUnknown = (answer: Answer): Answer => (answer.result === 'refused' ? { ...answer, result: 'unknown' } : answer)

/** A database that was restored from a backup has forgotten calls that were made since: the first may have been as soon as the intent was planned. */
const earliestCall = ({ intent: { createdAt }, attempt: { firstCalledAt } }: Begun): Date =>
  firstCalledAt !== null && firstCalledAt < createdAt ? firstCalledAt : createdAt

async function readSubject(ctx: ProcessorContext, intent: Begun['intent']): Promise<IntentSubject> {
  const em = ctx.orm.em.fork()
  const payment = await readCardPayment(em, { id: intent.paymentId })
  if (!payment) throw new NotFound('card payment')
  return { intent, payment, escrow: (await readEscrowOf(em, { paymentId: payment.id })) ?? null }
}
