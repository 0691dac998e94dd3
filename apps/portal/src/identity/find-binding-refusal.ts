/** What an answer says of the binding of the merchant. */
interface Answered {
  readonly party: { readonly bound: boolean; readonly reason: string | null } | null
}

/** Why the DID of the merchant was not bound, although its token is right; undefined when the role is its own. */
export function findBindingRefusal({ party }: Answered): string | undefined {
  if (party?.bound) return undefined
  return party?.reason ?? 'Your DID was not bound. Sign in again, and repeat it.'
}
