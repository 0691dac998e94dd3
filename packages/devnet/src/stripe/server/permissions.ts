/** What a restricted key can be allowed to read or write. */
type Resource =
  | 'accounts'
  | 'account_links'
  | 'application_fees'
  | 'balance'
  | 'charges'
  | 'checkout_sessions'
  | 'disputes'
  | 'events'
  | 'files'
  | 'payment_intents'
  | 'payouts'
  | 'refunds'
  | 'transfers'

/** One permission; writing includes reading. */
export type Permission = `${Resource}:${'read' | 'write'}`

/** A key of the platform: a secret one may do everything, a restricted one what it lists. */
export interface StripeKey {
  /** `sk_test_…` or `rk_test_…`. */
  readonly key: string
  readonly permissions: 'all' | readonly Permission[]
}

/** Whether a key has a permission. */
export function isAllowed({ permissions }: StripeKey, wanted: Permission): boolean {
  if (permissions === 'all' || permissions.includes(wanted)) return true
  const [resource] = wanted.split(':')
  return wanted.endsWith(':read') && permissions.some((permission) => permission === `${resource}:write`)
}
