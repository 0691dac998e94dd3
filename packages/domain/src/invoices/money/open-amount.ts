import type { Invoice } from '../invoice.ts'
import type { InvoiceState } from '../machine.ts'
import { remainderOf } from './crediting.ts'

/** What decides how much of an invoice is open. */
type Billed = Pick<Invoice, 'state' | 'amountMinor' | 'creditNotesMinor' | 'creditedMinor'>

const payableStates: ReadonlySet<InvoiceState> = new Set(['sent', 'overdue'])

/** True while an invoice asks for money. */
export const isPayable = ({ state }: Pick<Invoice, 'state'>): boolean => payableStates.has(state)

/** What is still to pay after its credit notes, in the smallest unit of the currency; 0 for an invoice that asks for nothing. */
export const openMinor = (invoice: Billed): bigint => (isPayable(invoice) ? leftMinor(invoice) : 0n)

/**
 * What money may still be credited: the open amount, and of a paid invoice what a reorganisation took back from it. A cancelled one takes none.
 */
export const creditableMinor = (invoice: Billed): bigint => (isPayable(invoice) || invoice.state === 'paid' ? leftMinor(invoice) : 0n)

const leftMinor = ({ amountMinor, creditNotesMinor, creditedMinor }: Billed): bigint =>
  remainderOf({ amountMinor: amountMinor - creditNotesMinor, creditedMinor })
