/**
 * An amount as the processor takes it, in the smallest unit of the currency.
 * @throws {RangeError} outside the positive integers that a number holds exactly: the client would send `1e+21` and fractions as they are.
 */
export function amountOf(minor: bigint): number {
  if (minor <= 0n || minor > BigInt(Number.MAX_SAFE_INTEGER))
    throw new RangeError('the amount is no positive integer that the processor takes')
  return Number(minor)
}
