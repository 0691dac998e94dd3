/** The sum of some amounts of one unit. */
export const sumOf = (amounts: readonly bigint[]): bigint => amounts.reduce((sum, amount) => sum + amount, 0n)

/** The total of all amounts in base units. */
export const sumUnits = (amounts: readonly { readonly units: bigint }[]): bigint => amounts.reduce((sum, { units }) => sum + units, 0n)
