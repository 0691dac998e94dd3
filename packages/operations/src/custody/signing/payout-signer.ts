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
  /** Objects whose payouts are signed in one database transaction: 1 where what one leaves, or takes along, decides about the next. */
  readonly atOnce: number
  /** Locks the sources of payouts of one asset that the policy allows, and signs their transactions: an answer for each. */
  sign(em: Em, ctx: PricedSigner, spends: readonly WaitingSpend[]): Promise<readonly SigningAnswer[]>
  /** Signs the decision with which any account can make a payout that waits for its cost alone; only where a contract holds the money. */
  decide?(ctx: PricedSigner, waiting: Pick<WaitingSpend, 'lead' | 'rail'>): Promise<SignedDecision | undefined>
  /** Prices the replacement of an unmined transaction; the policy judges that price before it is signed. Only where chains allow one. */
  openReplacement?(ctx: PricedSigner, stuck: StuckAttempt, fees: FeeEstimate): Promise<Replacement>
}

/** The transaction of a payout, or why there is none. */
export type SigningAnswer = SignedAttempt | HeldIntents

/** Signs one payout after the other. */
export const oneByOne =
  (sign: (em: Em, ctx: PricedSigner, spend: WaitingSpend) => Promise<SigningAnswer>): PayoutSigner['sign'] =>
  async (em, ctx, spends) => {
    const answers: SigningAnswer[] = []
    for (const spend of spends) answers.push(await sign(em, ctx, spend))
    return answers
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
