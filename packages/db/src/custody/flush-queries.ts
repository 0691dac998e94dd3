import { purposeNames } from '@gateway/domain/custody/purposes'
import { sql } from 'kysely'
import type { Em } from '../orm.ts'
import { tables } from '../tables.ts'

/** Flushes that the signer has signed for the address of a payment or an escrow. */
export interface SignedFlushes {
  readonly ref: string
  /** Its own round: its first in the asset that was asked for. Null while there is none. */
  readonly ownRoundId: string | null
  readonly isOwnRoundSigned: boolean
  /** Signed since a moment, without replacements, and without the first flush of its own round. */
  readonly count: number
}

const SIGNED = sql`decision.outcome = 'allow' AND decision.facts ->> 'replaces' IS NULL`

/**
 * Counts flushes by the decisions that let them go, which nobody can change. A flush that failed counts like one that moved money: both cost gas.
 *
 * One query for all objects, by the keys of their rounds and of the decisions about each.
 */
export async function countFlushes(
  em: Em,
  { refs, since }: { refs: readonly string[]; since: Date },
): Promise<ReadonlyMap<string, SignedFlushes>> {
  const { rows } = await sql<SignedFlushes>`SELECT asked.id AS ref, own.id AS "ownRoundId",
      EXISTS (SELECT FROM policy_decision decision WHERE decision.intent_id = own.id AND ${SIGNED}) AS "isOwnRoundSigned",
      (SELECT count(*)::int FROM spend_intent round JOIN policy_decision decision ON decision.intent_id = round.id
        WHERE round.purpose = ANY (${purposeNames}::text[]) AND round.ref = asked.id AND ${SIGNED} AND decision.at > ${since}
          AND NOT (round.id IS NOT DISTINCT FROM own.id AND NOT EXISTS (SELECT FROM policy_decision earlier
            WHERE earlier.intent_id = own.id AND earlier.outcome = 'allow' AND earlier.seq < decision.seq))) AS count
    FROM unnest(${[...new Set(refs)]}::text[]) AS asked (id)
      LEFT JOIN LATERAL (SELECT round.id FROM spend_intent round JOIN payout_terms ON payout_terms.id = round.payout_terms_id AND payout_terms.asset = round.asset
        WHERE round.purpose = ANY (${purposeNames}::text[]) AND round.ref = asked.id ORDER BY round.created_at, round.leg LIMIT 1) AS own ON true`.execute(
    tables(em),
  )
  return new Map(rows.map((row) => [row.ref, row]))
}
