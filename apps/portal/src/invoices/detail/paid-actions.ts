import { type Credited, leftOf } from './credit-plan.ts'
import type { Invoice } from './invoice-detail.ts'

/** A paid invoice, and what credit notes have taken off it. */
export type Paid = Credited & Pick<Invoice, 'paid_outside' | 'amount_paid'>

/** What a paid invoice may still be changed by: nothing once credit notes have taken the whole off it. */
export function paidActions(invoice: Paid): readonly ('undo' | 'credit')[] {
  if (leftOf(invoice) <= 0n) return []
  return isUndoable(invoice) ? ['undo', 'credit'] : ['credit']
}

/** Nothing but the mark has paid it. */
const isUndoable = ({ paid_outside: outside, amount_paid: paid }: Paid): boolean => outside !== null && outside.amount === paid
