import type { Em } from '@gateway/db/orm'
import { policyOf, shownConfirmations } from '@gateway/domain/payments/assessment'
import type { Movements } from '@gateway/domain/payments/movements'
import type { Payment, PaymentFacts } from '@gateway/domain/payments/payment'
import { askedUnits } from '@gateway/domain/payments/rules'
import type { Quote } from '@gateway/domain/rates/quote'
import { type Confirming, readViews, unread } from '../../chainwatch/cursor/chain-view.ts'
import type { Context } from '../../kernel/context.ts'
import { quoteOf, readQuotes } from '../../rates/read-quotes.ts'
import { type KnownMovements, readMovements } from './read-movements.ts'

type FactsContext = Pick<Context, 'rails' | 'publicUrl'>

/** The facts that clients see of some payments: four queries, no node. */
export async function readFacts(em: Em, ctx: FactsContext, payments: readonly Payment[]): Promise<PaymentFacts[]> {
  const [quotes, views, movementsOf] = await Promise.all([
    readQuotes(em, payments),
    readViews(em),
    readMovements(
      em,
      payments.map(({ id }) => id),
    ),
  ])
  return payments.map((payment) => {
    const view = views.get(payment.chain) ?? unread
    return factsOf(ctx, { payment, quote: quoteOf(quotes, payment), view, movements: movementsOf(payment.id) })
  })
}

/** The facts of a payment that was read with all related rows. */
export const knownFacts = (ctx: FactsContext, { view = unread, ...known }: KnownMovements): PaymentFacts => factsOf(ctx, { ...known, view })

/** A payment with everything its facts are derived from. */
interface Known {
  readonly payment: Payment
  readonly quote: Quote
  readonly view: Confirming
  readonly movements: Movements
}

/** The facts of one payment at a view of its chain. */
export function factsOf(ctx: FactsContext, { payment, quote, view, movements }: Known): PaymentFacts {
  const confirmed = payment.confirmedAt !== null
  return {
    payment,
    quote,
    confirmations: confirmed ? payment.confirmationsRequired : shownConfirmations(policyOf(payment), payment.includedHeight, view),
    paymentUri: paymentUriOf(ctx, payment),
    checkoutUrl: `${ctx.publicUrl}/pay/${payment.id}`,
    height: view.height,
    movements,
  }
}

/** Asks for what is still due, so that a second payment completes the first. */
const paymentUriOf = ({ rails }: FactsContext, payment: Payment): string =>
  rails.get(payment.chain)?.paymentUri({ asset: payment.asset, address: payment.address, units: askedUnits(payment) }) ?? payment.address
