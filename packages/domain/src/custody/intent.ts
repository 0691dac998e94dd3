import type { IntentId } from '../kernel/id.ts'
import type { AssetCode, ChainCode } from '../money/asset.ts'
import type { Bps } from '../money/rounding.ts'
import type { IntentState } from './machine.ts'

/** Why money leaves. More purposes come with escrows, refunds and fee sweeps. */
export type SpendPurpose = 'forward'

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

/** Who a commit pays. */
export interface Recipient {
  readonly role: 'merchant' | 'platform'
  readonly address: string
}

/** Where an address's money can be spent from. */
export type Source =
  | { readonly kind: 'pool'; readonly generation: number; readonly idx: number }
  | { readonly kind: 'create2'; readonly factory: string; readonly initHash: string; readonly salt: string }

/** Destinations frozen when an object was created; nobody can change them, and the signer takes recipients from nowhere else. */
export interface Commit {
  readonly id: string
  readonly subject: 'payment'
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
