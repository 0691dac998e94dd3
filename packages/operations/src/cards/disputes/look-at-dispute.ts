import { findByProcessor } from '@gateway/db/cards/card-queries'
import type { DisputeFacts } from '@gateway/domain/cards/facts'
import { readDispute } from '@gateway/providers/stripe/answers/disputes'
import type { FailedCall } from '@gateway/providers/stripe/outcome'
import { disputeRetrieval } from '@gateway/providers/stripe/requests/disputes'
import { transaction } from '../../kernel/transaction.ts'
import { chargedAccount } from '../lifecycle/card-holding.ts'
import { lockCard } from '../lifecycle/lock-card.ts'
import type { ProcessorContext } from '../lifecycle/processor-context.ts'
import { isReleasing } from '../lifecycle/standing.ts'
import { applyDispute, type HeardDispute } from './apply-dispute.ts'

/** A dispute at the processor, and the account that it is on; null for the platform's. */
interface NamedDispute {
  readonly id: string
  readonly account: string | null
}

/**
 * Asks the processor about a dispute, and brings our rows to the answer.
 *
 * @returns `applied`; `foreign` when it is about no payment of ours; `early` while the charge is not recorded or the release has no answer yet.
 */
export async function lookAtDispute(
  ctx: ProcessorContext,
  { id, account }: NamedDispute,
): Promise<FailedCall | 'applied' | 'foreign' | 'early'> {
  const askedAt = ctx.clock.now()
  const answer = await ctx.processor.send(disputeRetrieval(id, account), { read: readDispute })
  if (answer.result !== 'done') return answer
  return recordDispute(ctx, { facts: answer.facts, askedAt, account })
}

/** Writes what the processor has answered about a dispute. */
export async function recordDispute(
  ctx: ProcessorContext,
  { facts, askedAt, account }: HeardDispute & Pick<NamedDispute, 'account'>,
): Promise<'applied' | 'foreign' | 'early'> {
  const payment = await findByProcessor(ctx.orm.em.fork(), nameOf(facts))
  if (!payment || chargedAccount(payment) !== account) return 'foreign'
  return transaction(ctx, async (em) => {
    const card = await lockCard(em, { paymentId: payment.id })
    if (card.payment.capturedMinor === null || isReleasing(card.escrow)) return 'early'
    await applyDispute(em, ctx, { ...card, facts, askedAt })
    return 'applied'
  })
}

const nameOf = ({ paymentIntentId, chargeId }: DisputeFacts) => (paymentIntentId === null ? { chargeId } : { paymentIntentId })
