import type { IntentId } from '../kernel/id.ts'
import type { AssetCode, ChainCode } from '../money/asset.ts'
import type { Bps } from '../money/rounding.ts'
import type { IntentState } from './machine.ts'

/** Why money leaves: to the merchant it was sent for, or back to who sent it. More purposes come with escrows and fee sweeps. */
export type SpendPurpose = 'forward' | 'payment_refund'

/** What a commit is about, by the purpose that it serves. */
export const subjectOfCommit = { forward: 'payment', payment_refund: 'payment_return' } as const satisfies Record<SpendPurpose, string>

/** A decision that money must leave, once: unique by purpose, reference and leg. */
export interface SpendIntent {
  readonly id: IntentId
  readonly purpose: SpendPurpose
  /** The object whose money it is. */
  readonly ref: string
  readonly leg: number
  /** Intents that travel in one transaction share the first one's id. */
  readonly leadId: IntentId
  readonly chain: ChainCode
  readonly asset: AssetCode
  /** Everything that leaves the deposit, network fee included. */
  readonly units: bigint
  readonly commitId: string
  readonly state: IntentState
  readonly holdReason: string | null
}

/** Kind of object that a commit is about. */
export type CommitSubject = (typeof subjectOfCommit)[SpendPurpose]

/** Who a commit pays. */
export interface Recipient {
  readonly role: 'merchant' | 'platform' | 'payer'
  readonly address: string
}

/** Where an address's money can be spent from. */
export type Source =
  | { readonly kind: 'pool'; readonly generation: number; readonly idx: number }
  | { readonly kind: 'create2'; readonly factory: string; readonly initHash: string; readonly salt: string }

/**
 * Destinations frozen when an object was created; nobody can change them, and the signer takes recipients from nowhere else. Those of a return are
 * frozen when its payer names an address, at the address of the payment whose money it is.
 */
export interface Commit {
  readonly id: string
  readonly subject: CommitSubject
  readonly subjectId: string
  readonly chain: ChainCode
  readonly asset: AssetCode
  readonly address: string
  readonly source: Source
  readonly recipients: readonly Recipient[]
  readonly feeBps: Bps
}

/** The committed address of a role. @throws {Error} when the commit lacks it, which its table forbids. */
export function recipientOf(commit: Pick<Commit, 'id' | 'recipients'>, role: Recipient['role']): string {
  const recipient = commit.recipients.find((candidate) => candidate.role === role)
  if (!recipient) throw new Error(`commit ${commit.id} has no ${role}`)
  return recipient.address
}
