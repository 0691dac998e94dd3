/** The total of all amounts in base units. */
export const sumUnits = (amounts: readonly { readonly units: bigint }[]): bigint => amounts.reduce((sum, { units }) => sum + units, 0n)
