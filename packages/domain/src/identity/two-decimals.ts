/** A double has 15 decimal digits that are its own; what follows is the noise of binary fractions. */
const DIGITS = 15

/** A number from 0 on, rounded half up to two decimals: 1.005 becomes 1.01, although the double nearest to it is below. */
export const twoDecimals = (value: number): number => Math.round(Number((value * 100).toPrecision(DIGITS))) / 100
