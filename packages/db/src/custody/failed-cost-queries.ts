import { sql } from 'kysely'
import type { Em } from '../orm.ts'
import { tables } from '../tables.ts'

/** True of the transaction of `decision` once a block holds it; handles are indexed by whether they are dead. */
const isMined = sql<boolean>`(EXISTS (SELECT FROM spend_attempt mined WHERE mined.handle = decision.facts ->> 'attempt' AND mined.state <> 'dead' AND mined.height IS NOT NULL)
  OR EXISTS (SELECT FROM spend_attempt mined WHERE mined.handle = decision.facts ->> 'attempt' AND mined.state = 'dead' AND mined.height IS NOT NULL))`

/**
 * What mined transactions of payouts that still wait have cost, in base units of their asset as their decisions counted it. Such a transaction moved nothing
 * for the payout, for example because a token froze its payee.
 */
export async function findFailedCosts(em: Em, { intentIds }: { intentIds: readonly string[] }): Promise<ReadonlyMap<string, bigint>> {
  const { rows } = await sql<{
    id: string
    units: string
  }>`SELECT decision.intent_id AS id, sum((decision.facts ->> 'cost')::numeric)::text AS units
    FROM policy_decision decision WHERE decision.intent_id = ANY (${intentIds}::uuid[]) AND decision.outcome = 'allow'
      AND decision.facts ->> 'cost' IS NOT NULL AND ${isMined} GROUP BY decision.intent_id`.execute(tables(em))
  return new Map(rows.map(({ id, units }) => [id, BigInt(units)]))
}
