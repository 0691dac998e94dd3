import type { SpendIntentEntity } from '@gateway/db/custody/spend-intent.entity'
import type { Em } from '@gateway/db/orm'
import { tables } from '@gateway/db/tables'
import { tooSmallReasons } from '@gateway/domain/custody/hold-reasons'
import type { ChainCode } from '@gateway/domain/money/asset'
import { sql } from 'kysely'

/** True of a round of forwarding that waits for more money, and for which nothing was ever signed. */
const isTooSmall = sql<boolean>`spend_intent.purpose = 'forward' AND spend_intent.state = 'held'
  AND spend_intent.hold_reason = ANY (${[...tooSmallReasons]}::text[])
  AND NOT EXISTS (SELECT FROM spend_attempt signed WHERE signed.intent_id IN (spend_intent.id, spend_intent.lead_id))`

/** Payments of a chain with a round that more money would help, and credited money of the same coin that no round has taken. */
export async function findWithUneconomicRounds(
  em: Em,
  { chain }: { chain: ChainCode },
): Promise<{ subject: 'payment'; subjectId: string }[]> {
  const { rows } = await sql<{
    subject: 'payment'
    subjectId: string
  }>`SELECT DISTINCT 'payment' AS subject, spend_intent.ref AS "subjectId"
    FROM spend_intent WHERE spend_intent.chain = ${chain} AND ${isTooSmall}
      AND EXISTS (SELECT FROM deposit WHERE deposit.subject = 'payment' AND deposit.subject_id = spend_intent.ref
        AND deposit.asset = spend_intent.asset AND deposit.credited_by IS NOT NULL AND deposit.intent_id IS NULL)`.execute(tables(em))
  return rows
}

/**
 * Rounds of some payments that more money would help, locked against everybody who would sign or settle them.
 *
 * SKIP LOCKED: the caller holds their payments, and a signer that holds a round waits for its payment; what is being signed for is not changed anyway.
 */
export async function lockUneconomicRounds(em: Em, { refs }: { refs: readonly string[] }): Promise<SpendIntentEntity[]> {
  if (refs.length === 0) return []
  return tables(em)
    .selectFrom('spend_intent')
    .selectAll()
    .where('purpose', '=', 'forward')
    .where('ref', 'in', [...refs])
    .where(isTooSmall)
    .orderBy('id')
    .forUpdate()
    .skipLocked()
    .execute() as Promise<SpendIntentEntity[]>
}
