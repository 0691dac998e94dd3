import { lookLater, readCardPayment } from '@gateway/db/cards/card-queries'
import type { CardPaymentEntity } from '@gateway/db/cards/card-payment.entity'
import { readListedSession, type ReadSession, readSession } from '@gateway/providers/stripe/answers/charges'
import type { FailedCall } from '@gateway/providers/stripe/outcome'
import { sessionExpiry, sessionRetrieval } from '@gateway/providers/stripe/requests/checkout'
import { transaction } from '../../kernel/transaction.ts'
import { lookForDisputes } from '../disputes/look-for-disputes.ts'
import { countElsewhere } from '../elsewhere/count-elsewhere.ts'
import { advanceCards } from '../lifecycle/advance-cards.ts'
import { chargedAccount } from '../lifecycle/card-holding.ts'
import { lockCard } from '../lifecycle/lock-card.ts'
import type { ProcessorContext } from '../lifecycle/processor-context.ts'
import { applySession } from '../charges/apply-session.ts'
import { isOpenUntilLater, nextLookAt } from '../charges/next-look-at.ts'

/**
 * Asks the processor about the checkout session of a card payment, and brings our rows to the answer.
 *
 * @returns why there was no answer, or why a page that is over is still open; undefined otherwise, and for a payment without a session, whose attempt is
 *   still under way.
 */
export async function lookAtCharge(ctx: ProcessorContext, { id }: { id: string }): Promise<FailedCall | undefined> {
  const em = ctx.orm.em.fork()
  const payment = await readCardPayment(em, { id })
  if (!payment) return undefined
  const unended = isOver(ctx, payment) ? await endPage(ctx, payment) : undefined
  if (payment.checkoutSessionId === null && isOver(ctx, payment)) return undefined
  if (payment.checkoutSessionId === null) return lookLater(em, { id, lookAt: nextLookAt(ctx, payment) }).then(() => undefined)
  const answer = await ctx.processor.send(sessionRetrieval(payment.checkoutSessionId, chargedAccount(payment)), { read: readSession })
  if (answer.result !== 'done') return answer
  // Nothing is written, so that the row stays due.
  if (unended && answer.facts.session.status === 'open') return unended
  await transaction(ctx, async (inner) => applySession(inner, ctx, { ...(await lockCard(inner, { paymentId: id })), ...answer.facts }))
  return lookBehind(ctx, id, answer.facts)
}

/** Counts what has become of a charge that no event has told. */
async function lookBehind(ctx: ProcessorContext, id: string, facts: ReadSession): Promise<FailedCall | undefined> {
  const problem = isRefunded(facts) ? await countRefunds(ctx, id) : undefined
  if (problem || !facts.paymentIntent?.charge?.isDisputed) return problem
  const payment = await readCardPayment(ctx.orm.em.fork(), { id })
  return payment && lookForDisputes(ctx, payment)
}

const isRefunded = ({ paymentIntent }: ReadSession): boolean => (paymentIntent?.charge?.refundedMinor ?? 0n) > 0n

/** Counts what was refunded before we knew of the charge. */
async function countRefunds(ctx: ProcessorContext, id: string): Promise<FailedCall | undefined> {
  const payment = await readCardPayment(ctx.orm.em.fork(), { id })
  const outcome = payment && (await countElsewhere(ctx, payment))
  return outcome === 'early' ? undefined : outcome
}

/** True when a payment whose page was opened afresh is to end by itself. */
const isOver = (ctx: ProcessorContext, payment: CardPaymentEntity): boolean =>
  payment.isReopenable && payment.state === 'pending' && !isOpenUntilLater(ctx, payment)

/**
 * Ends the open page of such a payment, so that nobody pays it any more; without one the payment expires at once.
 *
 * @returns why the page may still be open.
 */
async function endPage(ctx: ProcessorContext, known: CardPaymentEntity): Promise<FailedCall | undefined> {
  const { id, checkoutSessionId } = known
  if (checkoutSessionId === null) return expire(ctx, id)
  // A key of its own for each try: the processor repeats a stored failure for a day, and a page ends only once.
  const idempotencyKey = `session_expire:${ctx.ids.uuid()}`
  const ended = await ctx.processor.send(sessionExpiry(checkoutSessionId, chargedAccount(known)), {
    read: readListedSession,
    idempotencyKey,
  })
  // One that was paid or has ended already refuses, and is read next.
  return ended.result === 'done' || ended.result === 'refused' ? undefined : ended
}

async function expire(ctx: ProcessorContext, id: string): Promise<undefined> {
  await transaction(ctx, async (em) => {
    const { payment, escrow } = await lockCard(em, { paymentId: id })
    if (!isOver(ctx, payment) || payment.checkoutSessionId !== null) return
    payment.lookAt = null
    await advanceCards(em, ctx, { payment, escrow, inputs: ['expire'], escrowInputs: ['expire'] })
  })
}
