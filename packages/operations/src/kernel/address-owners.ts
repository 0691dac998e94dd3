import type { Em } from '@gateway/db/orm'
import type { ChainView, WatchSubject } from '@gateway/domain/chainwatch/deposit'
import type { SpendIntent, SpendPurpose } from '@gateway/domain/custody/intent'
import type { Holding, Payable } from '@gateway/domain/ledger/templates'
import type { AssetCode, ChainCode } from '@gateway/domain/money/asset'
import type { Split } from '@gateway/domain/payments/rules'
import type { Context } from './context.ts'

/** Facts about some objects of one kind on one chain, all within the scanner's transaction. */
export interface DepositChange {
  readonly chain: ChainCode
  readonly ids: readonly string[]
  readonly view: ChainView
}

/** A payout that was accepted by the network, or is final. */
export interface PayoutChange {
  readonly purpose: SpendPurpose
  readonly ref: string
  /** Which round of the object's payouts it is; the first is 0. */
  readonly leg: number
  readonly asset: AssetCode
  readonly txId: string
  readonly split: Split
  /** False when the platform's share travelled with the merchant's. */
  readonly platformPaid: boolean
  /** Every transaction that was ever signed for it, where more than one was. */
  readonly signedTxIds?: readonly string[]
}

/** What an intent's payout has come to, in the words of its room. */
export const payoutChangeOf = (
  { purpose, ref, leg, asset }: Pick<SpendIntent, 'purpose' | 'ref' | 'leg' | 'asset'>,
  payout: Omit<PayoutChange, 'purpose' | 'ref' | 'leg' | 'asset'>,
): PayoutChange => ({ purpose, ref, leg, asset, ...payout })

/**
 * What a room does when a chain tells something about its objects.
 *
 * The watcher reads and records, the rooms judge; this is how a room below the watcher takes part in the watcher's transaction.
 */
export interface AddressOwner {
  /** Whose money lies at the object's address; undefined where it is the platform's own. */
  holdingOf(em: Em, id: string): Promise<Holding | undefined>
  /** Deposits have changed or become mature: judge the objects anew, credit what is mature. */
  depositsChanged(em: Em, ctx: Context, news: DepositChange): Promise<void>
  payoutsBroadcast(em: Em, ctx: Context, payouts: readonly PayoutChange[]): Promise<void>
  payoutsFinal(em: Em, ctx: Context, payouts: readonly PayoutChange[]): Promise<void>
  /** Payouts have lost deposits for good: they pay what is left to them, which may be nothing. */
  payoutsShrunk(em: Em, ctx: Context, payouts: readonly Pick<SpendIntent, 'purpose' | 'ref'>[]): Promise<void>
}

/** Who judges which kind of watched address. */
export type AddressOwners = Readonly<Record<WatchSubject, AddressOwner>>

/** Whose payouts serve which purpose. */
export const ownerOfPurpose = { forward: 'payment', payment_refund: 'payment' } as const satisfies Record<SpendPurpose, WatchSubject>

/** Whose claim a payout settles, by its purpose. */
export const payableOf = { forward: 'merchant:payable', payment_refund: 'party:payable' } as const satisfies Record<SpendPurpose, Payable>
