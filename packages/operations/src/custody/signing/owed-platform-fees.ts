import type { SpendIntentEntity } from '@gateway/db/custody/spend-intent.entity'
import type { Em } from '@gateway/db/orm'
import { tables } from '@gateway/db/tables'
import { sql } from 'kysely'
import { lockBalance } from '../../ledger/lock-balance.ts'

/**
 * The platform fees that a merchant owes because they were below dust, less what open transactions already take back.
 *
 * Locks the debt until the transaction ends, so that two signers do not take back the same amount.
 */
export async function lockOwedPlatformFees(em: Em, { asset, mode, businessId }: SpendIntentEntity): Promise<bigint> {
  const debt = await lockBalance(em, { asset, mode, code: 'merchant:receivable', owner: businessId })
  if (debt === 0n) return 0n
  const { rows } = await sql<{ units: string }>`SELECT coalesce(sum(attempt.taken_back), 0)::text AS units
    FROM spend_attempt attempt JOIN spend_intent intent ON intent.id = attempt.intent_id
    WHERE attempt.state IN ('signed', 'broadcast') AND intent.business_id = ${businessId} AND intent.asset = ${asset} AND intent.mode = ${mode}`.execute(
    tables(em),
  )
  const open = -debt - BigInt(rows[0]?.units ?? 0)
  return open > 0n ? open : 0n
}
