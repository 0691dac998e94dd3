import type { PaymentDetail } from '@gateway/contract/portal/payment-detail'
import { listRefunds } from '@gateway/db/payments/refund-queries'
import { findPayment } from '@gateway/db/payments/queries'
import type { Em } from '@gateway/db/orm'
import type { Actor } from '@gateway/domain/accounts/merchant'
import { NotFound } from '@gateway/domain/kernel/error'
import type { Payment } from '@gateway/domain/payments/payment'
import type { Quote } from '@gateway/domain/rates/quote'
import { requireMerchant } from '../../accounts/auth/require-merchant.ts'
import { mayRead } from '../../businesses/business-scope.ts'
import type { Context } from '../../kernel/context.ts'
import { readQuotes } from '../../rates/read-quotes.ts'
import { readToldEvents } from '../../webhooks/portal/read-told-events.ts'
import { listWrongChain } from '../held/list-wrong-chain.ts'
import { getPayment } from '../reading/get-payment.ts'
import { findChoices } from '../summary/find-choices.ts'
import { readWaiting } from '../summary/read-payment-summary.ts'
import { shownWaitingReason } from './list-attention.ts'
import { findPendingDecision } from './read-decision.ts'

/**
 * A payment of the signed-in merchant with its events and their deliveries, the quotes it was judged by, and its held money with the decisions that
 * it allows. The number of queries does not depend on the payment.
 *
 * @throws {NotFound} also when it is another merchant's. @throws {MerchantTokenRequired}
 */
export async function readPaymentDetail(ctx: Context, { actor, id }: { actor: Actor; id: string }): Promise<PaymentDetail> {
  requireMerchant(actor)
  const em = ctx.orm.em.fork()
  const payment = await findPayment(em, { id })
  if (!payment || !mayRead(actor, payment)) throw new NotFound('payment')
  const [facts, events, lateQuote, waiting, pendingDecision, refunds, wrongChain] = await Promise.all([
    getPayment(ctx, { actor, id }),
    readToldEvents(ctx, { objectId: id }),
    findLateQuote(em, payment),
    readWaiting(ctx.orm.em.fork(), id),
    findPendingDecision(em, { paymentId: id }),
    listRefunds(em, { paymentId: id }),
    listWrongChain(ctx, { paymentId: id }),
  ])
  return {
    facts,
    events,
    lateQuote,
    held: waiting.map((one) => ({ ...one, reason: shownWaitingReason(one.reason) })),
    choices: await findChoices(em, ctx, payment),
    pendingDecision,
    refunds,
    wrongChain: wrongChain.shown,
    explorerTx: ctx.rails.get(payment.chain)?.explorerTx ?? null,
  }
}

async function findLateQuote(em: Em, { lateQuoteId }: Pick<Payment, 'lateQuoteId'>): Promise<Quote | null> {
  if (lateQuoteId === null) return null
  return (await readQuotes(em, [{ quoteId: lateQuoteId }])).get(lateQuoteId) ?? null
}
