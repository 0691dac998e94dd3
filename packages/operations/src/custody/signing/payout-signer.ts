import type { Rail } from '@gateway/chains/rail'
import type { FeeEstimate } from '@gateway/chains/rail/fee-estimate'
import type { AttemptWithInputs } from '@gateway/db/custody/attempt-queries'
import type { SpendIntentEntity } from '@gateway/db/custody/spend-intent.entity'
import type { Em } from '@gateway/db/orm'
import type { HoldReason } from '@gateway/domain/custody/hold-reasons'
import type { SignedDecision } from '../../kernel/address-owners.ts'
import type { PricedSigner } from '../costs/priced-signer.ts'
import type { Evaluated } from '../policy/evaluate-payouts.ts'
import type { HeldIntents, SignedAttempt, WaitingSpend } from './signed-attempt.ts'

/** How a family of chains signs payouts. It works in the caller's transaction and returns bytes; the caller stores them before any node sees them. */
export interface PayoutSigner {
  /** Locks the sources of a payout that the policy allows, and signs its transaction. */
  sign(em: Em, ctx: PricedSigner, spend: WaitingSpend): Promise<SignedAttempt | HeldIntents>
  /** Signs the decision with which any account can make a payout that waits for its cost alone; only where a contract holds the money. */
  decide?(ctx: PricedSigner, waiting: Pick<WaitingSpend, 'lead' | 'rail'>): Promise<SignedDecision | undefined>
  /** Prices the replacement of an unmined transaction; the policy judges that price before it is signed. Only where chains allow one. */
  openReplacement?(ctx: PricedSigner, stuck: StuckAttempt, fees: FeeEstimate): Promise<Replacement>
}

/** An unmined transaction, its mutually exclusive attempts, and the payouts of its lead. */
export interface StuckAttempt {
  readonly rail: Rail
  readonly live: AttemptWithInputs
  readonly earlier: readonly AttemptWithInputs[]
  readonly intents: readonly SpendIntentEntity[]
}

/** A replacement that is priced and not yet signed. */
export interface Replacement {
  /** What it costs at most. */
  readonly signedFees: FeeEstimate
  /** Signs it for the payouts that the policy allows: same inputs or nonce, same recipients, higher fees. */
  sign(em: Em, permits: readonly Evaluated[]): Promise<SignedAttempt | Refused>
}

/** Why nothing was signed. */
export interface Refused {
  readonly reason: HoldReason
}
