import type { Rail } from '@gateway/chains/rail'
import type { Escrow } from '@gateway/domain/escrows/escrow'

/**
 * The fewest deposits that reach an amount together, the largest first; undefined when all of them do not. A third party that sends dust cannot make a
 * release too large for a transaction in this way.
 */
export function neededDeposits<Deposit extends { readonly id: string; readonly units: bigint }>(
  deposits: readonly Deposit[],
  amount: bigint,
): Deposit[] | undefined {
  const largest = deposits.toSorted((a, b) => (a.units === b.units ? a.id.localeCompare(b.id) : a.units < b.units ? 1 : -1))
  let sum = 0n
  for (const [place, { units }] of largest.entries()) {
    sum += units
    if (sum >= amount) return largest.slice(0, place + 1)
  }
  return undefined
}

/** The same for an escrow, where one transaction of the chain can pay them out together; undefined also when there are too many. */
export function fundingDeposits<Deposit extends { readonly id: string; readonly units: bigint }>(
  rail: Rail | undefined,
  { asset, amountUnits }: Pick<Escrow, 'asset' | 'amountUnits'>,
  deposits: readonly Deposit[],
): Deposit[] | undefined {
  const needed = neededDeposits(deposits, amountUnits)
  const most = rail?.spendBounds?.(asset, undefined)?.most
  return needed === undefined || most === undefined || needed.length <= most ? needed : undefined
}
