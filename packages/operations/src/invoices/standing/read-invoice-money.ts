import type { CardPaymentEntity } from '@gateway/db/cards/card-payment.entity'
import type { InvoiceEntity } from '@gateway/db/invoices/invoice.entity'
import { listCards } from '@gateway/db/invoices/money/card-queries'
import { findGivenBack, findTakenBack } from '@gateway/db/invoices/money/give-back-queries'
import { findCredits } from '@gateway/db/invoices/money/credit-queries'
import type { InvoiceCreditEntity } from '@gateway/db/invoices/money/invoice-credit.entity'
import { findDecidingQuotes } from '@gateway/db/invoices/money/quote-queries'
import type { Em } from '@gateway/db/orm'
import type { RefundEntity } from '@gateway/db/payments/refund.entity'
import type { CardPayment } from '@gateway/domain/cards/card-payment'
import { overpaidMinor } from '@gateway/domain/invoices/money/overpaid'
import { openMinor } from '@gateway/domain/invoices/money/open-amount'
import { readViews } from '../../chainwatch/cursor/chain-view.ts'
import { readDeposits } from '../../chainwatch/deposits/read-deposits.ts'
import type { Context } from '../../kernel/context.ts'
import { findOpen } from '../../payments/refunds/shared/read-refunds.ts'
import { readPolicies } from '../deposits/raise-policy.ts'
import { coversRemainder } from './covers-remainder.ts'
import { type InvoiceDeposit, showDeposits } from './show-deposits.ts'

/** A card payment of an invoice that has succeeded, or whose bank has not answered yet: that one credits nothing. */
interface InvoiceCard {
  readonly payment: CardPayment
  /** True while its bank has not answered, which may take days. */
  readonly isProcessing: boolean
  readonly creditedMinor: bigint
  /** What was charged when nothing was open any more and is not given back yet: to be refunded, in the smallest unit of the currency. */
  readonly surplusMinor: bigint
}

/** What is known of the money of an invoice, for its page and its merchant, in the smallest unit of its currency. */
export interface InvoiceMoney {
  readonly paidMinor: bigint
  /** What is still to pay; 0 for an invoice that asks for nothing. */
  readonly dueMinor: bigint
  readonly deposits: readonly InvoiceDeposit[]
  readonly cards: readonly InvoiceCard[]
  /** True while what is on its way would pay all that is open, and while a bank has not answered, so that nobody is told to pay again. */
  readonly isProcessing: boolean
  /** What was credited beyond what it asks for after its credit notes, and neither a refund of a card nor its merchant from elsewhere has given back. */
  readonly overpaidMinor: bigint
  /** True when the merchant has something to decide or to refund: what a payer is offered back is decided while its link holds. */
  readonly needsDecision: boolean
}

/** The money of an invoice by both rails. */
export async function readInvoiceMoney(em: Em, { clock }: Pick<Context, 'clock'>, invoice: InvoiceEntity): Promise<InvoiceMoney> {
  const invoiceIds = [invoice.id]
  const credits = await findCredits(em, { invoiceIds })
  const creditOf = new Map(credits.map((credit) => [credit.depositId ?? credit.cardPaymentId, credit]))
  const quotes = await findDecidingQuotes(em, { invoiceIds })
  const policy = (await readPolicies(em, invoiceIds))(invoice.id)
  const known = { invoice, credits, quotes, policy, deposits: await readDeposits(em, 'invoice', invoiceIds) }
  const deposits = showDeposits(known.deposits, {
    invoice,
    policy,
    views: await readViews(em),
    creditedMinor: (id) => creditOf.get(id)?.creditedMinor,
    takenBack: await findTakenBack(em, { invoiceId: invoice.id }),
  })
  const givenBackMinor = (await findGivenBack(em, { invoiceId: invoice.id })).reduce((sum, { amountMinor }) => sum + amountMinor, 0n)
  const payments = await listCards(em, { invoiceId: invoice.id })
  const cards = payments.flatMap((payment) => shownCard(payment, creditOf.get(payment.id)) ?? [])
  const isOnItsWayBack = isDecided(await findOpen(em, { invoiceId: invoice.id }), clock.now())
  const overpaid = overpaidMinor(invoice, cards.map(refundsOf), givenBackMinor)
  return {
    paidMinor: invoice.creditedMinor,
    dueMinor: openMinor(invoice),
    deposits,
    cards,
    isProcessing: coversRemainder(known, deposits) || cards.some(({ isProcessing }) => isProcessing),
    overpaidMinor: overpaid,
    needsDecision:
      overpaid > 0n ||
      deposits.some((deposit) => deposit.state === 'held' && !(isOnItsWayBack && deposit.asset === invoice.asset)) ||
      cards.some(({ surplusMinor }) => surplusMinor > 0n),
  }
}

/** True while a refund is on its way, or its payer can still claim it: once the link of an offer is over, the money waits for its merchant again. */
const isDecided = (refund: RefundEntity | undefined, now: Date): boolean =>
  refund !== undefined && (refund.state !== 'offered' || now < refund.offerEndsAt)

function shownCard(payment: CardPaymentEntity, credit: InvoiceCreditEntity | undefined): InvoiceCard | undefined {
  const { isProcessing } = payment
  if (credit) return { payment, isProcessing, creditedMinor: credit.creditedMinor, surplusMinor: leftOf(credit.surplusMinor, payment) }
  return isProcessing ? { payment, isProcessing, creditedMinor: 0n, surplusMinor: 0n } : undefined
}

/** What of a card payment went back, beside what was charged beyond its credit. */
const refundsOf = ({ creditedMinor, payment: { refundedMinor, pendingMinor, capturedMinor } }: InvoiceCard) => ({
  refundedMinor,
  pendingMinor,
  surplusMinor: (capturedMinor ?? 0n) - creditedMinor,
})

/** What of a surplus no refund has given back, or is about to. */
const leftOf = (surplusMinor: bigint, { refundedMinor, pendingMinor }: CardPayment): bigint => {
  const left = surplusMinor - refundedMinor - pendingMinor
  return left > 0n ? left : 0n
}
