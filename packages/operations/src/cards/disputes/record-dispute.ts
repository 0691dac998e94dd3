import { findByProcessor } from '@gateway/db/cards/card-queries'
import type { DisputeFacts } from '@gateway/domain/cards/facts'
import { transaction } from '../../kernel/transaction.ts'
import { takeBackRelease } from '../escrows/take-back-release.ts'
import { chargedAccount } from '../lifecycle/card-holding.ts'
import { lockCard } from '../lifecycle/lock-card.ts'
import type { ProcessorContext } from '../lifecycle/processor-context.ts'
import { applyDispute, type HeardDispute } from './apply-dispute.ts'

/** What the processor has answered about a dispute on an account; null for the platform's. */
export interface DisputeOnAccount extends HeardDispute {
  readonly account: string | null
}

/** Writes what the processor has answered about a dispute. */
export async function recordDispute(
  ctx: ProcessorContext,
  { facts, askedAt, account }: DisputeOnAccount,
): Promise<'applied' | 'foreign' | 'early'> {
  const payment = await findByProcessor(ctx.orm.em.fork(), nameOf(facts))
  if (!payment || chargedAccount(payment) !== account) return 'foreign'
  return transaction(ctx, async (em) => {
    const card = await lockCard(em, { paymentId: payment.id })
    if (card.payment.chargeId === null || !(await takeBackRelease(em, ctx, card))) return 'early'
    await applyDispute(em, ctx, { ...card, facts, askedAt })
    return 'applied'
  })
}

const nameOf = ({ paymentIntentId, chargeId }: DisputeFacts) => (paymentIntentId === null ? { chargeId } : { paymentIntentId })
