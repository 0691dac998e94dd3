import type { EscrowActor } from '@gateway/domain/escrows/escrow'
import type { EscrowOutcome } from '@gateway/domain/escrows/machine'
import { sql } from 'kysely'
import type { Em } from '../orm.ts'
import { tables } from '../tables.ts'

/** The outcome of an escrow with everything that may prove it. */
export interface Decided {
  readonly escrowId: string
  /** Null while none is recorded. */
  readonly outcome: EscrowOutcome | null
  readonly actor: EscrowActor | null
  readonly evidence: Uint8Array | null
  readonly disputedAt: Date | null
  /** Different operators who have approved this outcome. */
  readonly approvals: number
}

/** The recorded outcomes of some escrows, by id. */
export async function findDecided(em: Em, escrowIds: readonly string[]): Promise<ReadonlyMap<string, Decided>> {
  if (escrowIds.length === 0) return new Map()
  const { rows } = await sql<Decided>`SELECT escrow.id AS "escrowId", settlement.outcome, settlement.actor, settlement.evidence,
      escrow.disputed_at AS "disputedAt",
      (SELECT count(DISTINCT operator)::int FROM approval
        WHERE approval.kind = 'escrow_' || settlement.outcome AND approval.subject = escrow.id::text) AS approvals
    FROM escrow LEFT JOIN settlement ON settlement.escrow_id = escrow.id
    WHERE escrow.id = ANY (${escrowIds}::uuid[])`.execute(tables(em))
  return new Map(rows.map((row) => [row.escrowId, { ...row, disputedAt: row.disputedAt && new Date(row.disputedAt) }]))
}
