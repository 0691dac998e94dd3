import { readCardPayment } from '@gateway/db/cards/card-queries'
import type { CardPaymentEntity } from '@gateway/db/cards/card-payment.entity'
import type { SessionFacts } from '@gateway/domain/cards/facts'
import { readListedSession, readSession } from '@gateway/providers/stripe/answers/charges'
import type { FailedCall } from '@gateway/providers/stripe/outcome'
import { sessionRetrieval } from '@gateway/providers/stripe/requests/checkout'
import { transaction } from '../../kernel/transaction.ts'
import { applySession } from '../charges/apply-session.ts'
import { isOpenUntilLater, nextLookAt } from '../charges/next-look-at.ts'
import { sessionOf } from '../charges/session-of.ts'
import { advanceCards } from '../lifecycle/advance-cards.ts'
import { chargedAccount } from '../lifecycle/card-holding.ts'
import { lockCard } from '../lifecycle/lock-card.ts'
import type { ProcessorContext } from '../lifecycle/processor-context.ts'
import { refusedFor, type TaskEnd, type TaskHandler } from '../lifecycle/processor-task.ts'

/** The answer of a task `card_page`, as its row keeps it. */
export interface StoredPage {
  readonly url: string
}

/**
 * Opens a page for a card payment whose page is opened afresh: the one that is open, or a new one once the processor says that the last has ended, so that
 * there is never more than one that can be paid.
 */
export const openPage: TaskHandler = async (ctx, { id: taskId, ref: paymentId }) => {
  const known = await readCardPayment(ctx.orm.em.fork(), { id: paymentId })
  const open = known && known.checkoutSessionId !== null ? await readOpen(ctx, known, known.checkoutSessionId) : undefined
  if (open !== undefined) return open
  const payment = await readCardPayment(ctx.orm.em.fork(), { id: paymentId })
  if (!payment || !isOpenUntilLater(ctx, payment)) return refusedFor('not_open')
  const request = await sessionOf(ctx.orm.em.fork(), ctx, { payment, intentId: taskId })
  const created = await ctx.processor.send(request, { read: readListedSession, idempotencyKey: `card_page:${taskId}` })
  if (created.result !== 'done') return created
  return record(ctx, payment, created.facts)
}

/** What has become of the last page; undefined when it has ended without a payment. */
async function readOpen(ctx: ProcessorContext, known: CardPaymentEntity, sessionId: string): Promise<TaskEnd | undefined> {
  const { id: paymentId } = known
  const answer = await ctx.processor.send(sessionRetrieval(sessionId, chargedAccount(known)), { read: readSession })
  if (answer.result !== 'done') return answer.result === 'refused' ? unread(answer) : answer
  const hasPage = await transaction(ctx, async (em) => {
    const card = await lockCard(em, { paymentId })
    await applySession(em, ctx, { ...card, ...answer.facts })
    return card.payment.checkoutSessionId !== null
  })
  if (!hasPage) return undefined
  const { status, url } = answer.facts.session
  return status === 'open' && url !== null ? { result: 'done', answer: { url } satisfies StoredPage } : refusedFor('under_way')
}

/** Nobody knows whether a page that cannot be read can be paid. */
const unread = (answer: FailedCall): FailedCall => ({ ...answer, result: 'unknown' })

async function record(ctx: ProcessorContext, { id: paymentId }: CardPaymentEntity, { id, url }: SessionFacts): Promise<TaskEnd> {
  return transaction(ctx, async (em): Promise<TaskEnd> => {
    const { payment, escrow } = await lockCard(em, { paymentId })
    if (!isOpenUntilLater(ctx, payment) || url === null) return refusedFor('not_open')
    if (payment.checkoutSessionId !== null && payment.checkoutSessionId !== id) return refusedFor('under_way')
    payment.checkoutSessionId = id
    payment.lookAt = nextLookAt(ctx, payment)
    await advanceCards(em, ctx, { payment, escrow })
    return { result: 'done', answer: { url } satisfies StoredPage }
  })
}
