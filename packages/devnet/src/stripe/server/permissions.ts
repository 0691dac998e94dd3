import type { ObjectKind } from '../objects/stored-object.ts'

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

const resourceOfKind: Readonly<Record<ObjectKind, Resource>> = {
  account: 'accounts',
  application_fee: 'application_fees',
  balance_transaction: 'balance',
  charge: 'charges',
  'checkout.session': 'checkout_sessions',
  dispute: 'disputes',
  event: 'events',
  fee_refund: 'application_fees',
  file: 'files',
  payment_intent: 'payment_intents',
  payout: 'payouts',
  refund: 'refunds',
  transfer: 'transfers',
  transfer_reversal: 'transfers',
}

/** What a key needs to see an object inside another one. */
export const readingOf = (kind: ObjectKind): Permission => `${resourceOfKind[kind]}:read`

/** Whether a key has a permission. */
export function isAllowed({ permissions }: StripeKey, wanted: Permission): boolean {
  if (permissions === 'all' || permissions.includes(wanted)) return true
  const [resource] = wanted.split(':')
  return wanted.endsWith(':read') && permissions.some((permission) => permission === `${resource}:write`)
}
