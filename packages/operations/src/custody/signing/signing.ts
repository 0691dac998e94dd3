import type { SpendIntentEntity } from '@gateway/db/custody/spend-intent.entity'
import type { Decided } from '../policy/decision-log.ts'
import type { Evaluated } from '../policy/evaluate-payouts.ts'
import type { SignedDecision } from '../../kernel/address-owners.ts'
import type { SignedAttempt } from './signed-attempt.ts'

/** The result of asking for a signature, with the decisions of the policy. `busy`: another signer is signing for the same chain. */
export type Signing = DoneSigning | HeldSigning | { readonly outcome: 'busy'; readonly decided: readonly Decided[] }

interface DoneSigning {
  readonly outcome: 'signed'
  readonly attempt: SignedAttempt
  readonly decided: readonly Decided[]
}

/** A payout that waits, and its row says why. */
export interface HeldSigning {
  readonly outcome: 'held'
  readonly intent: SpendIntentEntity
  readonly decided: readonly Decided[]
  readonly unsent?: UnsentDecision | undefined
}

/** A decision that is shown instead of sent. */
export interface UnsentDecision {
  readonly lead: Evaluated
  readonly signed: SignedDecision
}
