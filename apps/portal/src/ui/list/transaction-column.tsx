import type { Column } from '../table.tsx'
import { Transaction } from './transaction.tsx'

/** The transaction of a row, shortened; the pointer shows all of it. */
export const transactionColumn: Column<{ readonly tx_id: string }> = {
  id: 'tx',
  head: 'Transaction',
  place: 'sub-end',
  cell: ({ tx_id }) => <Transaction id={tx_id} explorer={null} />,
}
