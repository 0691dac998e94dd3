import { findByProcessor } from '@gateway/db/cards/card-queries'
import type { DisputeFacts, PaymentIntentFacts } from '@gateway/domain/cards/facts'
import { readPaymentIntent } from '@gateway/providers/stripe/answers/charges'
import { readDispute } from '@gateway/providers/stripe/answers/disputes'
import type { FailedCall } from '@gateway/providers/stripe/outcome'
import { paymentIntentRetrieval } from '@gateway/providers/stripe/requests/checkout'
import { disputeRetrieval } from '@gateway/providers/stripe/requests/disputes'
import { transaction } from '../../kernel/transaction.ts'
import { takeBackRelease } from '../escrows/take-back-release.ts'
import { lookAtNamed, readNamed } from '../checkout/look-at-named.ts'
import { chargedAccount } from '../lifecycle/card-holding.ts'
import { lockCard } from '../lifecycle/lock-card.ts'
import type { ProcessorContext } from '../lifecycle/processor-context.ts'
import { applyDispute, type HeardDispute } from './apply-dispute.ts'

/** A dispute at the processor, and the account that it is on; null for the platform's. */
interface NamedDispute {
  readonly id: string
  readonly account: string | null
}

/**
 * Asks the processor about a dispute, and brings our rows to the answer.
 *
 * @returns `applied`; `foreign` when it is proven to be about no payment of ours; `early` while the charge is not recorded or the release was called for and has no answer yet.
 */
export async function lookAtDispute(
  ctx: ProcessorContext,
  { id, account }: NamedDispute,
): Promise<FailedCall | 'applied' | 'foreign' | 'early'> {
  const askedAt = ctx.clock.now()
  const answer = await ctx.processor.send(disputeRetrieval(id, account), { read: readDispute })
  if (answer.result !== 'done') return answer
  const heard = { facts: answer.facts, askedAt, account }
  const outcome = await recordDispute(ctx, heard)
  return outcome === 'foreign' ? recordUnknown(ctx, heard) : outcome
}

type Heard = HeardDispute & Pick<NamedDispute, 'account'>

/** Writes a dispute of a charge that we do not know: it may be that of a session of ours, whose payment its payment intent names. */
async function recordUnknown(ctx: ProcessorContext, heard: Heard): Promise<FailedCall | 'applied' | 'foreign' | 'early'> {
  const { facts, account } = heard
  // Sessions charge by payment intents alone.
  if (facts.paymentIntentId === null) return 'foreign'
  const answer = await ctx.processor.send(paymentIntentRetrieval(facts.paymentIntentId, account), { read: readPaymentIntent })
  // Who may not read it has not proven whose it is.
  if (answer.result !== 'done') return answer.result === 'refused' ? { ...answer, result: 'unknown' } : answer
  const looked = await lookAtNamed(ctx, { ...answer.facts, account })
  if (looked !== 'applied') return looked
  const outcome = await recordDispute(ctx, heard)
  return outcome === 'foreign' && (await isUnpaid(ctx, answer.facts)) ? 'early' : outcome
}

/** True while a payment can still get the payment intent of its session. */
async function isUnpaid(ctx: ProcessorContext, named: PaymentIntentFacts): Promise<boolean> {
  const payment = await readNamed(ctx.orm.em.fork(), named)
  return payment?.state === 'pending' && payment.paymentIntentId === null
}

/** Writes what the processor has answered about a dispute. */
export async function recordDispute(ctx: ProcessorContext, { facts, askedAt, account }: Heard): Promise<'applied' | 'foreign' | 'early'> {
  const payment = await findByProcessor(ctx.orm.em.fork(), nameOf(facts))
  if (!payment || chargedAccount(payment) !== account) return 'foreign'
  return transaction(ctx, async (em) => {
    const card = await lockCard(em, { paymentId: payment.id })
    if (card.payment.capturedMinor === null || !(await takeBackRelease(em, ctx, card))) return 'early'
    await applyDispute(em, ctx, { ...card, facts, askedAt })
    return 'applied'
  })
}

const nameOf = ({ paymentIntentId, chargeId }: DisputeFacts) => (paymentIntentId === null ? { chargeId } : { paymentIntentId })
