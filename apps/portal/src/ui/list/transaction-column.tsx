import { short } from '../address.tsx'
import type { Column } from '../table.tsx'

/** The transaction of a row, shortened; the pointer shows all of it. */
export const transactionColumn: Column<{ readonly tx_id: string }> = {
  id: 'tx',
  head: 'Transaction',
  place: 'sub-end',
  cell: ({ tx_id }) => (
    <span className="mono" title={tx_id}>
      {short(tx_id)}
    </span>
  ),
}
