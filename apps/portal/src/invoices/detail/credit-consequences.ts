import { Ban, CornerUpLeft, FileText, Lock, Scale } from 'lucide-react'
import { formatMinor } from '../../cards/card-money.ts'
import type { ConsequenceRow } from '../../ui/consequences.tsx'
import { type CreditPlan, leftOf } from './credit-plan.ts'
import type { Invoice } from './invoice-detail.ts'

/** What a credit note does: to what is asked for, to money that was paid, and whether it is final. */
export function creditConsequences(invoice: Invoice, { amountMinor, isWhole }: CreditPlan): ConsequenceRow[] {
  const { currency, status } = invoice
  const left = formatMinor(leftOf(invoice) - amountMinor, currency)
  return [
    [FileText, 'A credit note with the next number of the register is written for your client'],
    isWhole && status !== 'paid' ? [Ban, 'Nothing is left: the invoice is cancelled'] : [Scale, `${left} of the invoice stays`],
    ...(invoice.amount_paid > 0 ? [[CornerUpLeft, 'Money that was paid is not moved by it: give it back by a refund'] as const] : []),
    [Lock, 'It cannot be taken back'],
  ]
}
