import { readCardPayment } from '@gateway/db/cards/card-queries'
import type { CardRefundEntity } from '@gateway/db/cards/card-refund.entity'
import { lockRefund, readRefund } from '@gateway/db/cards/refund-queries'
import type { RefundFacts } from '@gateway/domain/cards/facts'
import { readRefund as readRefundAnswer } from '@gateway/providers/stripe/answers/money'
import type { FailedCall } from '@gateway/providers/stripe/outcome'
import { refundRetrieval } from '@gateway/providers/stripe/requests/refunds'
import { transaction } from '../../kernel/transaction.ts'
import { chargedAccount } from '../lifecycle/card-holding.ts'
import { lockCard } from '../lifecycle/lock-card.ts'
import type { ProcessorContext } from '../lifecycle/processor-context.ts'
import { isReleasing } from '../lifecycle/standing.ts'
import { applyRefund } from './apply-refund.ts'

/**
 * Asks the processor about a refund, and brings our rows to the answer.
 *
 * @returns why there was no answer; `early` while its own call or the release of its escrow has no answer yet; undefined when it is applied.
 */
export async function lookAtRefund(ctx: ProcessorContext, { id }: { id: string }): Promise<FailedCall | 'early' | undefined> {
  const em = ctx.orm.em.fork()
  const refund = await readRefund(em, { id })
  const payment = refund && (await readCardPayment(em, { id: refund.paymentId }))
  if (!payment) return undefined
  if (refund.processorRefundId === null) return 'early'
  const answer = await ctx.processor.send(refundRetrieval(refund.processorRefundId, chargedAccount(payment)), { read: readRefundAnswer })
  return answer.result === 'done' ? apply(ctx, refund, answer.facts) : answer
}

async function apply(ctx: ProcessorContext, { id, paymentId }: CardRefundEntity, facts: RefundFacts): Promise<'early' | undefined> {
  return transaction(ctx, async (em) => {
    const card = await lockCard(em, { paymentId })
    const refund = await lockRefund(em, { id })
    if (isReleasing(card.escrow)) return 'early'
    if (refund) await applyRefund(em, ctx, { ...card, refund, facts })
    return undefined
  })
}
