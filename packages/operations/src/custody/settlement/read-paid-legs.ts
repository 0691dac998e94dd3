import type { Em } from '@gateway/db/orm'
import { tables } from '@gateway/db/tables'
import type { PaidLeg } from '@gateway/domain/payments/replay'
import { sql } from 'kysely'

/**
 * The outcome of each object's forwards, from rows that are never deleted: attempts and ledger transfers.
 *
 * Each posting revision of a leg is a transfer of its own, so all are checked.
 */
export async function readPaidLegs(em: Em, refs: readonly string[]): Promise<Map<string, PaidLeg[]>> {
  const { rows } = await sql<PaidLeg & { ref: string }>`SELECT intent.ref, intent.state = 'final' AS "isFinal",
      EXISTS (SELECT FROM deposit WHERE deposit.intent_id = intent.id AND NOT deposit.dead) AS "hasDeposits",
      EXISTS (SELECT FROM spend_attempt WHERE spend_attempt.intent_id = intent.lead_id) AS "wasSigned",
      EXISTS (SELECT FROM transfer
        WHERE transfer.kind = 'settle' AND transfer.ref = intent.id::text AND transfer.revision <= intent.posting) AS "wasSettled"
    FROM spend_intent intent JOIN payout_terms ON payout_terms.id = intent.payout_terms_id AND payout_terms.asset = intent.asset WHERE intent.purpose = 'forward' AND intent.ref = ANY (${refs}::text[])`.execute(
    tables(em),
  )
  return Map.groupBy(rows, (row) => row.ref)
}
