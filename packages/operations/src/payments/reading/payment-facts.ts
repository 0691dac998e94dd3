import type { Em } from '@gateway/db/orm'
import type { KnownPayment } from '@gateway/db/payments/known-queries'
import { policyOf, shownConfirmations } from '@gateway/domain/payments/assessment'
import type { Payment, PaymentFacts } from '@gateway/domain/payments/payment'
import type { Quote } from '@gateway/domain/rates/quote'
import { type Confirming, readViews, unread } from '../../chainwatch/cursor/chain-view.ts'
import type { Context } from '../../kernel/context.ts'
import { quoteOf, readQuotes } from '../../rates/read-quotes.ts'

/** The facts that clients see of some payments: two queries, no node. */
export async function readFacts(em: Em, ctx: Pick<Context, 'rails'>, payments: readonly Payment[]): Promise<PaymentFacts[]> {
  const [quotes, views] = await Promise.all([readQuotes(em, payments), readViews(em)])
  return payments.map((payment) => {
    return factsOf(ctx, { payment, quote: quoteOf(quotes, payment), view: views.get(payment.chain) ?? unread })
  })
}

/** The facts of a payment that was read with all related rows. */
export const knownFacts = (ctx: Pick<Context, 'rails'>, { view = unread, ...known }: KnownPayment): PaymentFacts =>
  factsOf(ctx, { ...known, view })

/** The facts of one payment at a view of its chain. */
export function factsOf(ctx: Pick<Context, 'rails'>, known: { payment: Payment; quote: Quote; view: Confirming }): PaymentFacts {
  const { payment, quote, view } = known
  const rail = ctx.rails.get(payment.chain)
  const confirmed = payment.confirmedAt !== null
  return {
    payment,
    quote,
    confirmations: confirmed ? payment.confirmationsRequired : shownConfirmations(policyOf(payment), payment.includedHeight, view),
    paymentUri: rail?.paymentUri({ asset: payment.asset, address: payment.address, units: payment.dueUnits }) ?? payment.address,
  }
}
