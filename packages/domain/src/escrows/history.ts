import type { EscrowActor } from './escrow.ts'

/** What the history of an escrow tells, in the order in which it can happen. */
export const escrowEventTypes = [
  'created',
  'deposit_detected',
  'funded',
  'released',
  'settled',
  'refunded',
  'disputed',
  'dispute_resolved',
  'expired',
] as const
/** What one entry of the history tells. */
export type EscrowEventType = (typeof escrowEventTypes)[number]

/** One entry of an escrow's history. */
export interface HistoryEntry {
  readonly escrowId: string
  /** Counts from 1 within the escrow. */
  readonly n: number
  readonly type: EscrowEventType
  readonly actor: EscrowActor
  readonly details: Readonly<Record<string, string>>
  readonly createdAt: Date
}

/**
 * The text that the hash of an entry is made over: a JSON array that begins with the hash of the entry before it, in hex, so that no entry can be
 * changed, removed or moved without changing every later hash. Details are ordered by their names.
 */
export function entryText(entry: HistoryEntry, previousHash: string): string {
  const { escrowId, n, type, actor, details, createdAt } = entry
  const named = Object.entries(details).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return JSON.stringify(['escrow_event', previousHash, escrowId, n, type, actor, named, createdAt.toISOString()])
}
