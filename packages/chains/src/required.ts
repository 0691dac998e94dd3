/** A setting that a served chain requires. @throws {Error} naming it. */
export function required<Settings, Name extends keyof Settings & string>(settings: Settings, name: Name): NonNullable<Settings[Name]> {
  const value = settings[name]
  if (value === undefined || value === null) throw new Error(`${name} is required for the chains this deployment serves`)
  return value
}
