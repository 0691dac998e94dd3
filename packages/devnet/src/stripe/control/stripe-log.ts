import type { BalanceTransaction } from '../objects/balance-transaction.ts'
import type { ObjectKind, StoredObject } from '../objects/stored-object.ts'
import type { Api } from '../server/api.ts'
import type { LoggedRequest } from '../server/request-log.ts'

/** A movement of an account's balance. The balance of an account in a currency is the sum of its `net`. */
type LoggedMovement = BalanceTransaction & { readonly account: string }

/** An object that moves or stands for money, with its account. */
interface LoggedEffect {
  readonly account: string
  readonly object: StoredObject
}

/** Everything that the double was asked and did, oldest first; a test oracle needs no more. */
export interface StripeLog {
  readonly requests: readonly LoggedRequest[]
  readonly movements: readonly LoggedMovement[]
  readonly effects: readonly LoggedEffect[]
  /** Every event, delivered or not. */
  readonly events: readonly { readonly id: string; readonly type: string }[]
  /** Events that their endpoint has not taken yet. */
  readonly undelivered: number
}

const moneyKinds: ReadonlySet<ObjectKind> = new Set([
  'application_fee',
  'charge',
  'checkout.session',
  'dispute',
  'fee_refund',
  'payment_intent',
  'payout',
  'refund',
  'transfer',
  'transfer_reversal',
])

/** The log as of now. */
export function presentLog({ world, requests }: Api): StripeLog {
  const stored = Object.values(world.state.objects)
  return {
    requests,
    movements: stored.flatMap(({ account, object }) => (object.object === 'balance_transaction' ? [{ account, ...object }] : [])),
    effects: stored.filter(({ object }) => moneyKinds.has(object.object)),
    events: stored.flatMap(({ object }) => (object.object === 'event' ? [{ id: object.id, type: object.type }] : [])),
    undelivered: world.state.deliveries.length,
  }
}
