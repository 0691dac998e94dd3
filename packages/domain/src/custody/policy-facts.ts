import type { BusinessId, Mode } from '../kernel/id.ts'
import type { ChainCode } from '../money/asset.ts'
import type { PlainHoldReason } from './hold-reasons.ts'
import type { Commit, SpendIntent } from './intent.ts'
import type { Velocity } from './velocity.ts'

/** A payout with the pinned commit that says where it goes. */
export interface PinFacts {
  readonly state: 'valid' | 'refused' | 'forged'
  readonly commit: Commit
  readonly businessId: BusinessId
  readonly mode: Mode
  /** Of money that goes back to who sent it: whether its hold is over by the signer's clock, and whether somebody has called it off. */
  readonly back?: { readonly isUsable: boolean; readonly isWithdrawn: boolean } | undefined
}

/** Deposits that name the payout as theirs. */
export interface SourceFacts {
  /** Sum of all of them, gone or not. */
  readonly attachedUnits: bigint
  /** Sum of those in a block with the confirmations they need. */
  readonly confirmedUnits: bigint
  /** How many lie elsewhere than at the commit's address, belong to another object, or are another coin. */
  readonly foreign: number
}

/** What decides whether a round of forwarding is worth its network cost now. */
export interface RoundFacts {
  /** What the transaction would move: on an account chain everything credited at the address. */
  readonly units: bigint
  /** Its network cost at the current price, in base units of the round's asset; undefined without a price. */
  readonly costUnits: bigint | undefined
  readonly costMultiple: number
  /** False of a payment's own round until it is signed for the first time. */
  readonly isFurther: boolean
  /** Flushes of the address within 24 hours besides the payment's own round, and the most that are allowed; undefined where there are none. */
  readonly flushes: { readonly today: number; readonly most: number } | undefined
}

/** Everything the rules look at; gathered in the transaction that signs. */
export interface PayoutFacts {
  readonly intent: Pick<SpendIntent, 'purpose' | 'ref' | 'chain' | 'asset' | 'units'> & {
    readonly feeUnits: bigint
    readonly businessId: BusinessId
    readonly mode: Mode
  }
  /** Undefined until the signer has looked at the commit. */
  readonly pin: PinFacts | undefined
  readonly source: SourceFacts
  readonly pausedBy: string | undefined
  /** The price of block space against the operator's cap; undefined without a current estimate. */
  readonly blockSpace: { readonly isAboveCap: boolean; readonly reason: PlainHoldReason } | undefined
  /** Undefined of a refund, and without a current estimate. */
  readonly round: RoundFacts | undefined
  readonly network: { readonly served: string; readonly sealed: string | undefined }
  readonly velocity: Velocity
  /** Different operators who have released this payout with this amount. */
  readonly approvals: number
}

/** Which network every chain was sealed for. */
export type SealedNetworks = ReadonlyMap<ChainCode, string>
