/** A setting that a served chain requires. @throws {Error} naming it, with the chain's prefix. */
export function required<Own, Name extends keyof Own & string>(chain: string, own: Own, name: Name): NonNullable<Own[Name]> {
  const value = own[name]
  if (value === undefined || value === null) throw new Error(`${chain}_${name} is required for the chains this deployment serves`)
  return value
}
