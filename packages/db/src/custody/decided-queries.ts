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
  /** What the escrow's contract has recorded, in a block that the gateway has read; null where it has not. */
  readonly onChain: EscrowOutcome | null
  /** True once its block is final, so that the escrow follows it. */
  readonly isOnChainFinal: boolean
  readonly disputedAt: Date | null
  /** When the signer pinned its release, which is as old as the escrow; null before. */
  readonly pinnedAt: Date | null
  /** Different operators who have approved this outcome. */
  readonly approvals: number
  /** Sum of its credited deposits, in base units of its asset, that no final payout has taken. */
  readonly heldUnits: bigint
  /** A payout of its release has its deposits already. */
  readonly isReleasePlanned: boolean
}

type Row = Omit<Decided, 'heldUnits'> & { readonly heldUnits: string }

/** The recorded outcomes of some escrows, by id. */
export async function findDecided(em: Em, escrowIds: readonly string[]): Promise<ReadonlyMap<string, Decided>> {
  if (escrowIds.length === 0) return new Map()
  const { rows } = await sql<Row>`SELECT escrow.id AS "escrowId", settlement.outcome, settlement.actor, settlement.evidence,
      escrow.disputed_at AS "disputedAt",
      (SELECT pin.pinned_at FROM payout_terms_pin pin WHERE pin.payout_terms_id = escrow.payout_terms_id) AS "pinnedAt",
      recorded.outcome AS "onChain", coalesce(recorded.is_told, false) AS "isOnChainFinal",
      (SELECT count(DISTINCT operator)::int FROM approval
        WHERE approval.kind = 'escrow_' || settlement.outcome AND approval.subject = escrow.id::text) AS approvals,
      (SELECT coalesce(sum(deposit.units), 0)::text FROM deposit LEFT JOIN spend_intent ON spend_intent.id = deposit.intent_id
        WHERE deposit.subject = 'escrow' AND deposit.subject_id = escrow.id::text AND deposit.asset = escrow.asset
          AND deposit.credit_revision IS NOT NULL AND NOT deposit.dead AND spend_intent.state IS DISTINCT FROM 'final') AS "heldUnits",
      EXISTS (SELECT FROM spend_intent WHERE purpose = 'escrow_release' AND ref = escrow.id::text) AS "isReleasePlanned"
    FROM escrow LEFT JOIN settlement ON settlement.escrow_id = escrow.id
      LEFT JOIN contract_outcome recorded ON recorded.subject = 'escrow' AND recorded.subject_id = escrow.id::text AND recorded.chain = escrow.chain
    WHERE escrow.id = ANY (${escrowIds}::uuid[])`.execute(tables(em))
  return new Map(rows.map((row) => [row.escrowId, decidedOf(row)]))
}

const decidedOf = (row: Row): Decided => ({
  ...row,
  disputedAt: row.disputedAt && new Date(row.disputedAt),
  pinnedAt: row.pinnedAt && new Date(row.pinnedAt),
  heldUnits: BigInt(row.heldUnits),
})
