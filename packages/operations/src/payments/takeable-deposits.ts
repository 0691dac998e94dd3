import type { FeeEstimate, Rail } from '@gateway/chains/rail'

/** What a payout chooses among. */
interface Choice<Deposit> {
  readonly rail: Rail | undefined
  readonly fees: FeeEstimate | undefined
  readonly deposits: readonly Deposit[]
}

/**
 * The deposits that one payout takes where it can choose: none that costs more to spend than it brings, and the largest if there are more than fit into
 * a transaction. Anybody can send a merchant's address a thousand times next to nothing; what is left waits for a later payout.
 */
export function takeableDeposits<Deposit extends { readonly units: bigint }>({
  rail,
  fees,
  deposits,
}: Choice<Deposit>): readonly Deposit[] {
  const bounds = rail?.spendBounds?.(fees)
  if (!bounds) return deposits
  const worthIt = deposits.filter(({ units }) => units > bounds.costUnits)
  return worthIt.length <= bounds.most ? worthIt : worthIt.toSorted((a, b) => Number(b.units - a.units)).slice(0, bounds.most)
}
