import { findByProcessor } from '@gateway/db/cards/card-queries'
import { findNamedIntent } from '@gateway/db/cards/processor-intent-queries'
import { readAnsweredRefunds, readRefund } from '@gateway/db/cards/refund-queries'
import { readRefund as readRefundAnswer } from '@gateway/providers/stripe/answers/money'
import { refundRetrieval } from '@gateway/providers/stripe/requests/refunds'
import { lookAtDispute } from '../disputes/look-at-dispute.ts'
import type { ProcessorContext } from '../lifecycle/processor-context.ts'
import { lookAtRefund } from '../refunds/look-at-refund.ts'
import type { EventEffect, EventObject, EventOutcome } from './event-effects.ts'

/** The effects of events about money that goes back or is disputed. */
export const moneyEffects: Readonly<Record<string, EventEffect>> = {
  'charge.dispute.closed': lookAtDispute,
  'charge.dispute.created': lookAtDispute,
  'charge.dispute.funds_reinstated': lookAtDispute,
  'charge.dispute.funds_withdrawn': lookAtDispute,
  'charge.dispute.updated': lookAtDispute,
  'charge.refund.updated': refundChanged,
  'charge.refunded': chargeRefunded,
  'refund.created': refundChanged,
  'refund.failed': refundChanged,
  'refund.updated': refundChanged,
}

async function refundChanged(ctx: ProcessorContext, { id, account }: EventObject): Promise<EventOutcome> {
  const em = ctx.orm.em.fork()
  const known = await readRefund(em, { processorRefundId: id })
  if (known) return (await lookAtRefund(ctx, known)) ?? 'applied'
  const answer = await ctx.processor.send(refundRetrieval(id, account), { read: readRefundAnswer })
  if (answer.result !== 'done') return answer
  const intent = await findNamedIntent(em, answer.facts)
  // Its own call has no answer yet; whoever else has made it, it is not ours.
  return intent?.state === 'broadcast' ? 'early' : 'foreign'
}

/** The event names the charge only: every refund of it that we know is asked about. */
async function chargeRefunded(ctx: ProcessorContext, { id }: EventObject): Promise<EventOutcome> {
  const em = ctx.orm.em.fork()
  const payment = await findByProcessor(em, { chargeId: id })
  if (!payment) return 'foreign'
  for (const refundId of await readAnsweredRefunds(em, { paymentId: payment.id })) {
    const outcome = await lookAtRefund(ctx, { id: refundId })
    if (outcome !== undefined) return outcome
  }
  return 'applied'
}
