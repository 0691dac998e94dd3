import { readCardPayment } from '@gateway/db/cards/card-queries'
import { readDisputeRow } from '@gateway/db/cards/dispute-queries'
import type { PaymentIntentFacts } from '@gateway/domain/cards/facts'
import { readPaymentIntent } from '@gateway/providers/stripe/answers/charges'
import { readDispute } from '@gateway/providers/stripe/answers/disputes'
import type { FailedCall } from '@gateway/providers/stripe/outcome'
import { paymentIntentRetrieval } from '@gateway/providers/stripe/requests/checkout'
import { disputeRetrieval } from '@gateway/providers/stripe/requests/disputes'
import { lookAtNamed, readNamed } from '../checkout/look-at-named.ts'
import { chargedAccount } from '../lifecycle/card-holding.ts'
import type { ProcessorContext } from '../lifecycle/processor-context.ts'
import { type DisputeOnAccount, recordDispute } from '../disputes/record-dispute.ts'

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

/** Writes a dispute of a charge that we do not know: it may be that of a session of ours, whose payment its payment intent names. */
async function recordUnknown(ctx: ProcessorContext, heard: DisputeOnAccount): Promise<FailedCall | 'applied' | 'foreign' | 'early'> {
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

/**
 * Asks about a dispute again that no event has told about for a while.
 *
 * @returns why our row is not at the answer; undefined when it is.
 */
export async function lookAgainAtDispute(ctx: ProcessorContext, { id }: { id: string }): Promise<{ readonly result: string } | undefined> {
  const em = ctx.orm.em.fork()
  const dispute = await readDisputeRow(em, { id })
  const payment = dispute && (await readCardPayment(em, { id: dispute.paymentId }))
  if (!payment) return undefined
  const outcome = await lookAtDispute(ctx, { id: dispute.processorDisputeId, account: chargedAccount(payment) })
  if (outcome === 'applied') return undefined
  return typeof outcome === 'string' ? { result: outcome } : outcome
}
