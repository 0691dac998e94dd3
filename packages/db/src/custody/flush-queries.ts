import { purposesWhere } from '@gateway/domain/custody/purposes'
import { sql } from 'kysely'
import type { Em } from '../orm.ts'
import { tables } from '../tables.ts'

/** Flushes that the signer has signed for the address of a payment. */
export interface SignedFlushes {
  readonly paymentId: string
  /** The payment's own round: its first in the asset that was asked for. Null while there is none. */
  readonly ownRoundId: string | null
  readonly isOwnRoundSigned: boolean
  /** Signed since a moment, without replacements, and without the first flush of the payment's own round. */
  readonly count: number
}

const SIGNED = sql`decision.outcome = 'allow' AND decision.facts ->> 'replaces' IS NULL`

/**
 * Counts flushes by the decisions that let them go, which nobody can change. A flush that failed counts like one that moved money: both cost gas.
 *
 * One query for all payments, by the keys of their rounds and of the decisions about each.
 */
export async function countFlushes(
  em: Em,
  { paymentIds, since }: { paymentIds: readonly string[]; since: Date },
): Promise<ReadonlyMap<string, SignedFlushes>> {
  const { rows } = await sql<SignedFlushes>`SELECT asked.id AS "paymentId", own.id AS "ownRoundId",
      EXISTS (SELECT FROM policy_decision decision WHERE decision.intent_id = own.id AND ${SIGNED}) AS "isOwnRoundSigned",
      (SELECT count(*)::int FROM spend_intent round JOIN policy_decision decision ON decision.intent_id = round.id
        WHERE round.purpose = ANY (${purposesWhere('mustBeWorthItsCost')}::text[]) AND round.ref = asked.id AND ${SIGNED} AND decision.at > ${since}
          AND NOT (round.id IS NOT DISTINCT FROM own.id AND NOT EXISTS (SELECT FROM policy_decision earlier
            WHERE earlier.intent_id = own.id AND earlier.outcome = 'allow' AND earlier.seq < decision.seq))) AS count
    FROM unnest(${[...new Set(paymentIds)]}::text[]) AS asked (id)
      LEFT JOIN LATERAL (SELECT round.id FROM spend_intent round JOIN payout_terms ON payout_terms.id = round.payout_terms_id AND payout_terms.asset = round.asset
        WHERE round.purpose = ANY (${purposesWhere('mustBeWorthItsCost')}::text[]) AND round.ref = asked.id ORDER BY round.leg LIMIT 1) AS own ON true`.execute(
    tables(em),
  )
  return new Map(rows.map((row) => [row.paymentId, row]))
}
