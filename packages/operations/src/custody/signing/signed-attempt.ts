import type { PaidFee } from '@gateway/chains/bitcoin/replacement-rate'
import type { Rail } from '@gateway/chains/rail'
import type { FeeEstimate } from '@gateway/chains/rail/fee-estimate'
import type { SpendIntentEntity } from '@gateway/db/custody/spend-intent.entity'
import type { TransactionInput } from '@gateway/domain/chainwatch/transaction-input'
import type { HoldReason } from '@gateway/domain/custody/hold-reasons'
import type { Refusal } from '@gateway/domain/custody/policy'
import type { Evaluated } from '../policy/evaluate-payouts.ts'

/** A signed transaction that is about to be stored. */
export interface SignedAttempt {
  /** Its payouts, the lead first; the policy has allowed each. */
  readonly permits: readonly Evaluated[]
  readonly raw: Uint8Array
  readonly txId: string
  readonly inputs: readonly TransactionInput[]
  /** The network fee out of the deposit; null where gas is known only once it is mined. */
  readonly feeUnits: bigint | null
  readonly platformPaid: boolean
  /** Owed fees that it pays the platform out of the merchant's share. */
  readonly takenBackUnits: bigint
}

/** The reason a payout waits, shown to operators; it is retried. */
export interface HeldIntents {
  readonly intent: SpendIntentEntity
  readonly reason: HoldReason
  /** The policy's refusal, if a rule holds it. */
  readonly verdict?: Refusal
}

/** A waiting payout that the policy allows, with its chain and fee estimate. */
export interface WaitingSpend {
  readonly lead: Evaluated
  readonly rail: Rail
  readonly fees: FeeEstimate
  /** Payouts of any asset already signed in the same database transaction. */
  readonly flushedNow?: readonly SpendIntentEntity[]
}

/** Transactions of a payout that spend the same outputs; any of them may still be mined. */
export interface EarlierSpends {
  readonly inputs: readonly TransactionInput[]
  readonly takenBackUnits: bigint
  readonly paid: readonly PaidFee[]
}
