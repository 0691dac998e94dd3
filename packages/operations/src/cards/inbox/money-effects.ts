import { findByProcessor } from '@gateway/db/cards/card-queries'
import type { CardPaymentEntity } from '@gateway/db/cards/card-payment.entity'
import { findNamedIntent } from '@gateway/db/cards/processor/intent-queries'
import { readAnsweredRefunds, readRefund } from '@gateway/db/cards/refund-queries'
import { readRefund as readRefundAnswer } from '@gateway/providers/stripe/answers/money'
import { refundRetrieval } from '@gateway/providers/stripe/requests/refunds'
import { lookAtDispute } from './look-at-dispute.ts'
import { countElsewhere } from '../elsewhere/count-elsewhere.ts'
import { lookAtTransfer } from '../elsewhere/look-at-transfer.ts'
import { chargedAccount } from '../lifecycle/card-holding.ts'
import type { ProcessorContext } from '../lifecycle/processor-context.ts'
import { lookAtRefund } from '../refunds/look-at-refund.ts'
import type { EventEffect, EventObject, EventOutcome } from './event-effects.ts'

/** The effects of events about money that goes back or is disputed. */
export const moneyEffects: Readonly<Record<string, EventEffect>> = {
  'application_fee.refunded': feeRefunded,
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
  'transfer.created': transferChanged,
  'transfer.reversed': transferChanged,
  'transfer.updated': transferChanged,
}

async function refundChanged(ctx: ProcessorContext, { id, account }: EventObject): Promise<EventOutcome> {
  const em = ctx.orm.em.fork()
  const known = await readRefund(em, { processorRefundId: id })
  if (known) return (await lookAtRefund(ctx, known)) ?? 'applied'
  const answer = await ctx.processor.send(refundRetrieval(id, account), { read: readRefundAnswer })
  if (answer.result !== 'done') return answer
  const intent = await findNamedIntent(em, answer.facts)
  // Its own call has no answer yet.
  if (intent?.state === 'broadcast') return 'early'
  const { paymentIntentId } = answer.facts
  return elsewhere(ctx, paymentIntentId === null ? undefined : await findByProcessor(em, { paymentIntentId }), account)
}

/** Counts what somebody has done with the money of a payment at the processor itself. */
async function elsewhere(ctx: ProcessorContext, payment: CardPaymentEntity | undefined, account: string | null): Promise<EventOutcome> {
  if (!payment || chargedAccount(payment) !== account) return 'foreign'
  return (await countElsewhere(ctx, payment)) ?? 'applied'
}

/** The fee belongs to the platform's account, its payment to the merchant's. */
async function feeRefunded(ctx: ProcessorContext, { id: applicationFeeId }: EventObject): Promise<EventOutcome> {
  const payment = await findByProcessor(ctx.orm.em.fork(), { applicationFeeId })
  return elsewhere(ctx, payment, payment ? chargedAccount(payment) : null)
}

/** The event names the charge only: every refund of it is asked about. */
async function chargeRefunded(ctx: ProcessorContext, { id, account }: EventObject): Promise<EventOutcome> {
  const em = ctx.orm.em.fork()
  const payment = await findByProcessor(em, { chargeId: id })
  if (!payment) return 'foreign'
  for (const refundId of await readAnsweredRefunds(em, { paymentId: payment.id })) {
    const outcome = await lookAtRefund(ctx, { id: refundId })
    if (outcome !== undefined) return outcome
  }
  return elsewhere(ctx, payment, account)
}

async function transferChanged(ctx: ProcessorContext, { id, account }: EventObject): Promise<EventOutcome> {
  if (account !== null) return 'foreign'
  return (await lookAtTransfer(ctx, { transferId: id })) ?? 'applied'
}
