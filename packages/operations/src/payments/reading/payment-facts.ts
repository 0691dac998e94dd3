import type { KnownPayment } from '@gateway/db/payments/reading/known-queries'
import { policyOf, shownConfirmations } from '@gateway/domain/payments/assessment'
import type { Movements } from '@gateway/domain/payments/movements'
import type { PayableFacts, Payment, PaymentFacts } from '@gateway/domain/payments/payment'
import { askedUnits } from '@gateway/domain/payments/rules'
import type { Quote } from '@gateway/domain/rates/quote'
import { type Confirming, unread } from '../../chainwatch/cursor/chain-view.ts'
import type { Context } from '../../kernel/context.ts'
import type { KnownMovements } from './read-movements.ts'

type FactsContext = Pick<Context, 'rails' | 'publicUrl'>

/** The facts of a payment that was read with all related rows. */
export const knownFacts = (ctx: FactsContext, { view = unread, ...known }: KnownMovements): PaymentFacts => factsOf(ctx, { ...known, view })

/** The facts that a payer sees of a payment that was read with its quote and view. */
export const payableFacts = (ctx: FactsContext, { view = unread, ...known }: KnownPayment): PayableFacts =>
  payableOf(ctx, { ...known, view })

/** A payment with everything its payer's facts are derived from. */
interface Payable {
  readonly payment: Payment
  readonly businessName: string | undefined
  readonly quote: Quote
  readonly view: Confirming
}

/** The facts of one payment at a view of its chain. */
export const factsOf = (ctx: FactsContext, { movements, ...known }: Payable & { readonly movements: Movements }): PaymentFacts => ({
  ...payableOf(ctx, known),
  view: known.view,
  movements,
})

function payableOf(ctx: FactsContext, { payment, businessName, quote, view }: Payable): PayableFacts {
  const confirmed = payment.confirmedAt !== null
  return {
    payment,
    quote,
    confirmations: confirmed ? payment.confirmationsRequired : shownConfirmations(policyOf(payment), payment.includedHeight, view),
    ...walletTextsOf(ctx, payment, businessName),
    checkoutUrl: `${ctx.publicUrl}/pay/${payment.id}`,
  }
}

/** What wallets read asks for the amount still due, so that a second payment completes the first. */
function walletTextsOf({ rails }: FactsContext, payment: Payment, label: string | undefined): Pick<PayableFacts, 'paymentUri' | 'qrText'> {
  const { id: subjectId, asset, address, chain } = payment
  const rail = rails.get(chain)
  if (!rail) return { paymentUri: address, qrText: address }
  const request = { asset, address, units: askedUnits(payment), label, subjectId }
  return { paymentUri: rail.paymentUri(request), qrText: rail.qrText(request) }
}
