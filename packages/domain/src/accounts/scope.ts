/** Parts of the service that a key can be let into. */
export const areas = [
  'payments',
  'cards',
  'businesses',
  'escrows',
  'series',
  'invoices',
  'oauth',
  'lightning',
  'reputation',
  'webhooks',
] as const
export type Area = (typeof areas)[number]

/** Whether something is only looked at, or changed. */
const accesses = ['read', 'write'] as const

/** What a key opens: everything, or one area to read or to write. */
export type Scope = '*' | `${Area}:${(typeof accesses)[number]}`

/** Every scope there is, the widest first. */
export const allScopes: readonly Scope[] = ['*', ...areas.flatMap((area) => accesses.map((access) => `${area}:${access}` as const))]

/** True when one of the scopes opens the wanted one. Who may write an area may read it. */
export const opens = (scopes: readonly Scope[], wanted: Scope): boolean => scopes.some((scope) => isWithin(wanted, scope))

/** True when nothing in `inner` reaches beyond `outer`. */
export const areWithin = (inner: readonly Scope[], outer: readonly Scope[]): boolean => inner.every((scope) => opens(outer, scope))

function isWithin(wanted: Scope, scope: Scope): boolean {
  return scope === '*' || scope === wanted || wanted === scope.replace(/:write$/, ':read')
}
