import type { BusinessId, MerchantId, Mode } from '../kernel/id.ts'
import type { AssetCode, ChainCode } from '../money/asset.ts'
import { type Bps, portion } from '../money/rounding.ts'
import type { ContractDecision, EscrowContract } from './contract.ts'
import type { EscrowState } from './machine.ts'

/** Who an escrow's history names. */
export type EscrowActor = 'depositor' | 'beneficiary' | 'arbiter' | 'system'

/** The parties that hold a token. */
export type EscrowRole = Extract<EscrowActor, 'depositor' | 'beneficiary'>

/**
 * Money that one party pays in and that goes whole either to the other party, less the fee, or back. Its terms are frozen at creation.
 */
export interface Escrow {
  readonly id: string
  /** Null for an escrow that was created without a credential. */
  readonly businessId: BusinessId | null
  readonly merchantId: MerchantId | null
  readonly mode: Mode
  readonly asset: AssetCode
  readonly chain: ChainCode
  /** Null until the depositor of a series' child names the address that the address of its contract commits to, and where the signer refuses it. */
  readonly address: string | null
  /** Null where an address of the signer holds the money, and without an address. */
  readonly contract: EscrowContract | null
  /** Null unless a party can settle the contract at its own cost, because the gateway does not at the present price. */
  readonly decision: ContractDecision | null
  readonly state: EscrowState
  /** What the depositor has to pay, in base units; nothing of it may be missing. */
  readonly amountUnits: bigint
  /** Its value in US cents at the quote. */
  readonly usdCents: bigint
  readonly feeBps: Bps
  /** Null until the depositor of a series' child names one. */
  readonly depositorAddress: string | null
  readonly beneficiaryAddress: string
  /** Shown only; it has no key and no token. */
  readonly arbiterAddress: string | null
  readonly metadata: Readonly<Record<string, unknown>>
  readonly quoteId: string
  /** The terms of its release; null until it has an address. */
  readonly payoutTermsId: string | null
  readonly confirmationsRequired: number
  readonly finalityRequired: boolean
  /** Sum of the deposits in its asset, seen or mined. */
  readonly depositedUnits: bigint
  readonly depositTxId: string | null
  readonly settlementTxId: string | null
  readonly disputeReason: string | null
  readonly disputeResolution: string | null
  readonly createdAt: Date
  readonly updatedAt: Date
  readonly expiresAt: Date
  readonly fundedAt: Date | null
  readonly disputedAt: Date | null
  readonly releasedAt: Date | null
  readonly refundedAt: Date | null
  readonly settledAt: Date | null
}

const HOUR_MS = 60 * 60 * 1_000

/** How long a funded escrow waits for its parties after `expiresAt`, before it is refunded. */
const GRACE_MS = 72 * HOUR_MS
/** How long operators have to decide a dispute, before it is refunded. */
const DISPUTE_MS = 14 * 24 * HOUR_MS

/** How long before that the parties that have an e-mail address are told. */
const DISPUTE_NOTICE_MS = 48 * HOUR_MS

/** The platform's share of a release; a refund has none. */
export const escrowFeeUnits = ({ amountUnits, feeBps }: Pick<Escrow, 'amountUnits' | 'feeBps'>): bigint => portion(amountUnits, feeBps)

/** From this value in US cents on, a dispute takes two operators. */
const TWO_OPERATORS_USD_CENTS = 1_000_000n

/** How many operators decide a dispute of this value. */
export const approvalsOfDispute = (usdCents: bigint): 1 | 2 => (usdCents >= TWO_OPERATORS_USD_CENTS ? 2 : 1)

/** When it is told that a dispute ends at `deadline`. */
export const disputeNoticeAt = (deadline: Date): Date => new Date(deadline.getTime() - DISPUTE_NOTICE_MS)

type Deadlines = Pick<Escrow, 'state' | 'expiresAt' | 'disputedAt'>

/** When the clock moves an escrow on, if no party does before; undefined where it never does. */
export function deadlineOf({ state, expiresAt, disputedAt }: Deadlines): Date | undefined {
  if (state === 'created') return expiresAt
  if (state === 'funded') return new Date(expiresAt.getTime() + GRACE_MS)
  return state === 'disputed' && disputedAt ? new Date(disputedAt.getTime() + DISPUTE_MS) : undefined
}
