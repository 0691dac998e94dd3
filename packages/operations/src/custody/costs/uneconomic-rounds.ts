import type { SpendIntentEntity } from '@gateway/db/custody/spend-intent.entity'
import type { Em } from '@gateway/db/orm'
import { tables } from '@gateway/db/tables'
import { tooSmallReasons } from '@gateway/domain/custody/hold-reasons'
import { type PayoutOwnerSubject, payoutOwners, purposeNames } from '@gateway/domain/custody/purposes'
import type { ChainCode } from '@gateway/domain/money/asset'
import { sql } from 'kysely'

/** True of a held round that was never signed and waits for more deposits. */
const isTooSmall = sql<boolean>`spend_intent.state = 'held'
  AND spend_intent.hold_reason = ANY (${[...tooSmallReasons]}::text[])
  AND NOT EXISTS (SELECT FROM spend_attempt signed WHERE signed.intent_id IN (spend_intent.id, spend_intent.lead_id))`

/** Objects with a round below its cost and credited deposits of the same asset outside any round. */
export async function findWithUneconomicRounds(
  em: Em,
  { chain }: { chain: ChainCode },
): Promise<{ subject: PayoutOwnerSubject; subjectId: string }[]> {
  const { rows } = await sql<{
    subject: PayoutOwnerSubject
    subjectId: string
  }>`SELECT DISTINCT deposit.subject, spend_intent.ref AS "subjectId"
    FROM spend_intent JOIN deposit ON deposit.subject = ANY (${payoutOwners}::text[]) AND deposit.subject_id = spend_intent.ref
    WHERE spend_intent.chain = ${chain} AND ${isTooSmall}
      AND deposit.asset = spend_intent.asset AND deposit.credit_revision IS NOT NULL AND deposit.intent_id IS NULL`.execute(tables(em))
  return rows
}

/**
 * Rounds of some objects that more deposits would help, locked against signing and settling.
 *
 * SKIP LOCKED avoids a deadlock: the caller holds the payments that a signer holding a round waits for, and a round being signed must not change
 * anyway.
 */
export async function lockUneconomicRounds(em: Em, { refs }: { refs: readonly string[] }): Promise<SpendIntentEntity[]> {
  if (refs.length === 0) return []
  return tables(em)
    .selectFrom('spend_intent')
    .selectAll()
    .where('purpose', 'in', purposeNames)
    .where('ref', 'in', [...refs])
    .where(isTooSmall)
    .orderBy('id')
    .forUpdate()
    .skipLocked()
    .execute() as Promise<SpendIntentEntity[]>
}
