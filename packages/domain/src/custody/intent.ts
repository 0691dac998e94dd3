import type { ContractTerms } from '../escrows/contract.ts'
import type { IntentId } from '../kernel/id.ts'
import type { AssetCode, ChainCode } from '../money/asset.ts'
import type { Bps } from '../money/rounding.ts'
import type { IntentState } from './machine.ts'
import { type PayeeRole, rowOfTerms, type SpendPurpose, type TermsSubject } from './purposes.ts'

/** A decision that money must leave, once: unique by purpose, reference and leg. */
export interface SpendIntent {
  readonly id: IntentId
  readonly purpose: SpendPurpose
  /** The object the money belongs to. */
  readonly ref: string
  readonly leg: number
  /** Intents that share one transaction have the id of the first. */
  readonly leadId: IntentId
  readonly chain: ChainCode
  readonly asset: AssetCode
  /** The total amount spent from the deposit, network fee included. */
  readonly units: bigint
  /** The part of it that the third payee gets, which is the excess above the amount; 0 for most payouts. */
  readonly excessUnits: bigint
  readonly payoutTermsId: string
  readonly state: IntentState
  readonly holdReason: string | null
}

/** A recipient of payout terms. */
export interface Recipient {
  readonly role: PayeeRole
  readonly address: string
}

/** How the money at an address can be spent. */
export type Source =
  | { readonly kind: 'pool'; readonly generation: number; readonly idx: number }
  | { readonly kind: 'create2'; readonly factory: string; readonly initHash: string; readonly salt: string }

/**
 * Recipients frozen when an object was created; nobody can change them, and the signer takes recipients from nowhere else. Those of a
 * refund are frozen when the payer names an address; the spent address is that of the payment.
 */
export interface Commit {
  readonly id: string
  readonly subject: TermsSubject
  readonly subjectId: string
  readonly chain: ChainCode
  readonly asset: AssetCode
  readonly address: string
  readonly source: Source
  readonly recipients: readonly Recipient[]
  readonly feeBps: Bps
  /** The condition of its payment; null where the object itself decides. */
  readonly conditions?: PayoutConditions | null
}

/** What an escrow's payouts depend on, frozen with their recipients. */
export interface PayoutConditions {
  /** The amount of the escrow in base units, as a decimal. */
  readonly amountUnits: string
  /** HMAC of the depositor's token, in hex. */
  readonly tokenHash: string
  /** RFC 3339; the money goes back by itself some time after it. */
  readonly expiresAt: string
  /** What its address commits to, where a contract holds the money. */
  readonly contract?: ContractTerms
  /** Where the depositor's address was named after creation: the depositor's token, sealed for that address, in base64. */
  readonly naming?: string
}

/**
 * True when a recipient was named after the address could be paid: then the signer waits after it has pinned the terms. A contract's address commits to
 * its recipients, so nothing is paid there before they are named.
 */
export const isHeldAfterPin = ({ subject, conditions }: Pick<Commit, 'subject' | 'conditions'>): boolean =>
  rowOfTerms(subject).isHeldAfterPin || (conditions?.naming !== undefined && conditions.contract === undefined)

/** The committed address of a role; undefined when the terms pay nobody in it. */
export const findRecipient = ({ recipients }: Pick<Commit, 'recipients'>, role: Recipient['role']): string | undefined =>
  recipients.find((candidate) => candidate.role === role)?.address

/** The committed address of a role. @throws {Error} when the terms lack it, which the table forbids. */
export function recipientOf(commit: Pick<Commit, 'id' | 'recipients'>, role: Recipient['role']): string {
  const address = findRecipient(commit, role)
  if (address === undefined) throw new Error(`commit ${commit.id} has no ${role}`)
  return address
}
