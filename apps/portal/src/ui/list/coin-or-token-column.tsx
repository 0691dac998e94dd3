import { formatAsset } from '../money.ts'
import type { Column } from '../table.tsx'

/** An amount of a served asset, or of a token whose decimals nobody here knows. */
interface CoinOrToken {
  readonly amount: string
  readonly blockchain: string | null
  readonly contract: string | null
}

/** The amount of a row, in base units for an unsupported token. */
export const coinOrTokenColumn: Column<CoinOrToken> = {
  id: 'amount',
  head: 'Amount',
  place: 'end',
  isNumber: true,
  isMain: true,
  cell: ({ amount, blockchain, contract }) =>
    blockchain === null ? <span title={contract ?? ''}>{amount} base units</span> : formatAsset(amount, blockchain),
}
