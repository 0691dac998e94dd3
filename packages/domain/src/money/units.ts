/** Base units of all of them together. */
export const sumUnits = (amounts: readonly { readonly units: bigint }[]): bigint => amounts.reduce((sum, { units }) => sum + units, 0n)
