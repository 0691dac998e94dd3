import type { EscrowOutcome } from '../escrows/machine.ts'
import type { BusinessId, Mode } from '../kernel/id.ts'
import type { ChainCode } from '../money/asset.ts'
import type { PlainHoldReason } from './hold-reasons.ts'
import type { Commit, SpendIntent } from './intent.ts'
import type { Velocity } from './velocity.ts'

/** A payout with the pinned terms that name its recipients. */
export interface PinFacts {
  readonly state: 'valid' | 'refused' | 'forged'
  readonly commit: Commit
  readonly businessId: BusinessId
  readonly mode: Mode
  /** Where the payout is held after the pin: whether that is over by the signer's clock, and whether it was withdrawn. */
  readonly back?: { readonly isUsable: boolean; readonly isWithdrawn: boolean } | undefined
}

/** The deposits attached to the payout. */
export interface SourceFacts {
  /** Sum of all of them, in any state. */
  readonly attachedUnits: bigint
  /** Sum of those with the required confirmations. */
  readonly confirmedUnits: bigint
  /** Number of deposits at another address, of another object, or of another asset. */
  readonly foreign: number
}

/** The input for deciding whether a payout is worth its network cost. */
export interface RoundFacts {
  /** The amount the transaction would move: on an account chain everything credited at the address. */
  readonly units: bigint
  /** The most it can cost at the current price, in base units of its asset; undefined without a price. */
  readonly costUnits: bigint | undefined
  /** What its earlier transactions have cost that moved nothing; it must be worth them too. */
  readonly failedUnits: bigint
  readonly costMultiple: number
  /** False for an object's own round until it is signed for the first time. */
  readonly isFurther: boolean
  /** Flushes of the address within 24 hours besides its object's own round, with their maximum; undefined on chains without flushes. */
  readonly flushes: { readonly today: number; readonly most: number } | undefined
}

/** The outcome of an escrow, as far as the signer has proven it for itself. */
export interface OutcomeFacts {
  /** Undefined while no outcome is recorded; the contract's own one from when its block is final. */
  readonly recorded: EscrowOutcome | undefined
  /**
   * By whom, and whether the signer has checked it: a token that opens to the pinned hash, a deadline by its own clock, or operators' approvals.
   * `recorded`: unproven, but said to stand in the contract already, which pays it without a signature or not at all.
   */
  readonly proof: 'valid' | 'early' | 'missing' | 'recorded'
  /** What its contract has recorded by itself, which no row can forge: such a payout carries no signature. */
  readonly onChain: EscrowOutcome | undefined
  /** The pinned moment until which the deposit is awaited has passed, by the signer's clock. */
  readonly isOver: boolean
  /** So has the grace after it, or the time for its dispute: a funded escrow goes back by itself. */
  readonly isLapsed: boolean
  /** What may fund it: the sum of its credited deposits that no final payout has taken. */
  readonly heldUnits: bigint
  /** Its release has taken the deposits that it pays. */
  readonly isReleasePlanned: boolean
}

/** The complete input of the policy, read in the transaction that signs. */
export interface PayoutFacts {
  readonly intent: Pick<SpendIntent, 'purpose' | 'ref' | 'chain' | 'asset' | 'units' | 'excessUnits' | 'state'> & {
    readonly feeUnits: bigint
    readonly businessId: BusinessId
    readonly mode: Mode
  }
  /** Undefined until the signer has checked the terms. */
  readonly pin: PinFacts | undefined
  readonly source: SourceFacts
  readonly pausedBy: string | undefined
  /** The price of block space against the operator's cap; undefined without a current estimate. */
  readonly blockSpace: { readonly isAboveCap: boolean; readonly reason: PlainHoldReason } | undefined
  /** Undefined without a current estimate. */
  readonly round: RoundFacts | undefined
  readonly network: { readonly served: string; readonly sealed: string | undefined }
  readonly velocity: Velocity
  /** The proven outcome of the object; undefined where the payout depends on none. */
  readonly outcome?: OutcomeFacts | undefined
  /** Number of operators who released this payout with this amount. */
  readonly approvals: number
}

/** The network that each chain was sealed for. */
export type SealedNetworks = ReadonlyMap<ChainCode, string>
