import type { Column } from '../ui/table.tsx'
import { formatMinor } from './card-money.ts'

/** The amount of a row, in the smallest unit of its currency. */
export const amountColumn: Column<{ readonly amount: number; readonly currency: string }> = {
  id: 'amount',
  head: 'Amount',
  place: 'end',
  isNumber: true,
  isMain: true,
  cell: ({ amount, currency }) => formatMinor(amount, currency),
}

/** What was refunded of a row; a dash while nothing was. */
export const refundedColumn: Column<{ readonly amount_refunded: number; readonly currency: string }> = {
  id: 'refunded',
  head: 'Refunded',
  isNumber: true,
  cell: ({ amount_refunded: refunded, currency }) => (refunded === 0 ? '–' : formatMinor(refunded, currency)),
}
