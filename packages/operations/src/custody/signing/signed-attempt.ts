import type { PaidFee } from '@gateway/chains/bitcoin/replacement-rate'
import type { FeeEstimate, Rail } from '@gateway/chains/rail'
import type { SpendIntentEntity } from '@gateway/db/custody/spend-intent.entity'
import type { HoldReason } from '@gateway/domain/custody/hold-reasons'
import type { Refusal } from '@gateway/domain/custody/policy'
import type { Evaluated } from '../policy/evaluate-payouts.ts'

/** A transaction whose bytes are about to be stored. */
export interface SignedAttempt {
  /** The payouts that travel in it, the lead first; the policy has allowed each. */
  readonly permits: readonly Evaluated[]
  readonly raw: Uint8Array
  readonly txId: string
  readonly binds: readonly string[]
  /** What the network will take out of the deposit; null where gas is only known once it is mined. */
  readonly feeUnits: bigint | null
  readonly platformPaid: boolean
  /** What it pays the platform out of the merchant's part, because the merchant owes it from fees that were too small to pay. */
  readonly takenBackUnits: bigint
}

/** Why a payout waits; an operator reads it, and it is tried again. */
export interface HeldIntents {
  readonly intent: SpendIntentEntity
  readonly reason: HoldReason
  /** What the policy has said, when it is a rule that holds it. */
  readonly verdict?: Refusal
}

/** A waiting payout that the policy allows, with its chain and the price of block space. */
export interface WaitingSpend {
  readonly lead: Evaluated
  readonly rail: Rail
  readonly fees: FeeEstimate
  /** Payouts of any asset that the same transaction of the database has signed for already. */
  readonly flushedNow?: readonly SpendIntentEntity[]
  /** What was signed for it before, if this is to replace it. */
  readonly earlier?: EarlierSpends
}

/** Transactions of a payout that spend the same outputs; any of them may still be mined. */
export interface EarlierSpends {
  readonly binds: readonly string[]
  readonly takenBackUnits: bigint
  readonly paid: readonly PaidFee[]
}
