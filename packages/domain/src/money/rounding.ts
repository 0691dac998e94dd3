/** Basis points: hundredths of a percent. */
export type Bps = number

/** Integer division that favours the party who receives the remainder; for fees, that is the merchant. */
export const divideDown = (numerator: bigint, denominator: bigint): bigint => numerator / denominator

/** Integer division that favours the party who is paid; for quotes, that is the merchant. Operands are not negative. */
export const divideUp = (numerator: bigint, denominator: bigint): bigint => (numerator + denominator - 1n) / denominator

/** `floor(units × bps / 10 000)`: the only fee rounding. */
export const portion = (units: bigint, bps: Bps): bigint => divideDown(units * BigInt(bps), 10_000n)

/** Integer division to the nearest, halves away from zero. Operands are not negative. */
export const divideHalfUp = (numerator: bigint, denominator: bigint): bigint => (2n * numerator + denominator) / (2n * denominator)

/** Integer division to the nearest, halves away from zero; the rounding of tax (EN 16931). The denominator is above 0. */
export const divideHalfAway = (numerator: bigint, denominator: bigint): bigint =>
  numerator < 0n ? -divideHalfUp(-numerator, denominator) : divideHalfUp(numerator, denominator)
