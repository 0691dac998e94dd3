import type { EscrowOutcome } from './machine.ts'

/** The terms that the address of an escrow contract commits to. A party that has them can settle the escrow without the gateway. */
export interface ContractTerms {
  /** 32 bytes in hex: the escrow the address belongs to. */
  readonly id: string
  readonly depositor: string
  readonly beneficiary: string
  /** The contract of the token; the zero address is the coin of the chain. */
  readonly token: string
  /** Base units that a release needs, as a decimal. */
  readonly amount: string
  readonly feeReceiver: string
  readonly feeBps: number
  /** The account that signs outcomes. */
  readonly decider: string
  /** 32 bytes in hex: the hash of the depositor's token. */
  readonly releaseHash: string
  /** Unix time in seconds; after it anybody can refund. */
  readonly deadline: number
  readonly chainId: number
}

/** The contract that holds the money of an escrow. */
export interface EscrowContract {
  readonly factory: string
  readonly terms: ContractTerms
}

/**
 * The decider's signature for the outcome of an escrow, with which any account can settle it. It is shown while sending it costs the gateway too much for
 * what it moves.
 */
export interface ContractDecision {
  readonly outcome: EscrowOutcome
  /** What `settle` of the factory takes, in hex. */
  readonly proof: string
}

/** Outcomes as the contract numbers them. */
export const OUTCOME_CODES = { release: 1, refund: 2 } as const satisfies Record<EscrowOutcome, number>

const DAY_MS = 24 * 60 * 60 * 1_000

/** How long after its expiry an escrow contract waits for an outcome, before anybody can refund it. */
const LAST_RESORT_MS = 60 * DAY_MS
/** So long before that the signer signs no release any more: both outcomes would be open at once. */
const NO_RELEASE_MS = 2 * DAY_MS

/** So long before it operators are told of money in a contract whose outcome is not paid. */
const NEAR_MS = 7 * DAY_MS

/** The deadline of a contract, in seconds, whose escrow expires then. */
export const contractDeadline = (expiresAt: Date): number => Math.floor((expiresAt.getTime() + LAST_RESORT_MS) / 1_000)

/** True while a release may still be signed. */
export const mayRelease = ({ deadline }: Pick<ContractTerms, 'deadline'>, now: Date): boolean =>
  now.getTime() < deadline * 1_000 - NO_RELEASE_MS

/** Contracts whose escrows expired by this moment have less than a week until their deadline. */
export const nearDeadline = (now: Date): Date => new Date(now.getTime() + NEAR_MS - LAST_RESORT_MS)
