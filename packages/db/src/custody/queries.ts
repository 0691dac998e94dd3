import { unsettledReasons } from '@gateway/domain/custody/hold-reasons'
import { restMs } from '@gateway/domain/custody/rules'
import type { SpendPurpose } from '@gateway/domain/custody/intent'
import type { ChainCode } from '@gateway/domain/money/asset'
import { sql } from 'kysely'
import type { Em } from '../orm.ts'
import { tables } from '../tables.ts'
import type { CommitEntity } from './commit.entity.ts'
import type { PoolAddressEntity } from './pool-address.entity.ts'
import type { SpendIntentEntity } from './spend-intent.entity.ts'

/**
 * Claims the next free addresses of a chain for some objects, one each and for life; fewer when the pool runs empty.
 *
 * SKIP LOCKED: callers that run side by side take different addresses instead of waiting for each other.
 */
export async function claimPoolAddresses(
  em: Em,
  { chain, claimedBy }: { chain: ChainCode; claimedBy: readonly string[] },
): Promise<(PoolAddressEntity & { claimedBy: string })[]> {
  const { rows } = await sql<PoolAddressEntity & { claimedBy: string }>`
    WITH free AS (
      SELECT generation, idx FROM address_pool WHERE chain = ${chain} AND claimed_by IS NULL
      ORDER BY generation, idx LIMIT ${claimedBy.length} FOR UPDATE SKIP LOCKED
    ), numbered AS (
      SELECT generation, idx, row_number() OVER (ORDER BY generation, idx) AS number FROM free
    )
    UPDATE address_pool AS pool SET claimed_by = (${claimedBy}::uuid[])[numbered.number]
    FROM numbered WHERE pool.chain = ${chain} AND pool.generation = numbered.generation AND pool.idx = numbered.idx
    RETURNING pool.chain, pool.generation, pool.idx, pool.address, pool.sig, pool.claimed_by AS "claimedBy"`.execute(tables(em))
  return rows
}

/** Those of some chains whose pool has a free address. */
export async function findChainsWithAddresses(em: Em, { chains }: { chains: readonly ChainCode[] }): Promise<ReadonlySet<ChainCode>> {
  const { rows } = await sql<{ chain: ChainCode }>`SELECT asked.chain FROM unnest(${chains}::text[]) AS asked (chain)
    WHERE EXISTS (SELECT FROM address_pool AS pool WHERE pool.chain = asked.chain AND claimed_by IS NULL)`.execute(tables(em))
  return new Set(rows.map(({ chain }) => chain))
}

/** How many addresses of a chain are free, and the next index of a generation. */
export async function readPool(
  em: Em,
  { chain, generation }: { chain: ChainCode; generation: number },
): Promise<{ free: number; nextIdx: number }> {
  const { rows } = await sql<{ free: number; next: number }>`
    SELECT (SELECT count(*)::int FROM address_pool WHERE chain = ${chain} AND claimed_by IS NULL) AS free,
      (SELECT coalesce(max(idx) + 1, 0)::int FROM address_pool WHERE chain = ${chain} AND generation = ${generation}) AS next`.execute(
    tables(em),
  )
  return { free: rows[0]?.free ?? 0, nextIdx: rows[0]?.next ?? 0 }
}

/** The intents that travel in one transaction, locked so that nothing else settles or signs them meanwhile. */
export async function lockIntentsOfLead(em: Em, { leadId }: { leadId: string }): Promise<SpendIntentEntity[]> {
  return tables(em).selectFrom('spend_intent').selectAll().where('leadId', '=', leadId).orderBy('id').forUpdate().execute() as Promise<
    SpendIntentEntity[]
  >
}

/** A leg of an object that waits for a signature, locked so that two signers cannot both sign it. */
export async function lockWaitingIntent(
  em: Em,
  { purpose, ref, leg }: { purpose: SpendPurpose; ref: string; leg: number },
): Promise<SpendIntentEntity | undefined> {
  return tables(em)
    .selectFrom('spend_intent')
    .selectAll()
    .where('purpose', '=', purpose)
    .where('ref', '=', ref)
    .where('leg', '=', leg)
    .where('state', 'in', ['planned', 'held'])
    .where(hasNotLeft)
    .forUpdate()
    .executeTakeFirst() as Promise<SpendIntentEntity | undefined>
}

/** Further intents of an asset that wait for a signature and may travel in the same transaction; those another signer holds are passed over. */
export async function lockCompanions(em: Em, { lead, most }: { lead: SpendIntentEntity; most: number }): Promise<SpendIntentEntity[]> {
  return tables(em)
    .selectFrom('spend_intent')
    .selectAll()
    .where('chain', '=', lead.chain)
    .where('asset', '=', lead.asset)
    .where('purpose', '=', lead.purpose)
    .where('state', '=', 'planned')
    .where('id', '!=', lead.id)
    .where(hasNotLeft)
    .orderBy('createdAt')
    .limit(most)
    .forUpdate()
    .skipLocked()
    .execute() as Promise<SpendIntentEntity[]>
}

/** Destinations and source of some intents, as they were frozen at creation. */
export async function findCommits(em: Em, ids: readonly string[]): Promise<Map<string, CommitEntity>> {
  const rows = (await tables(em)
    .selectFrom('commit')
    .selectAll()
    .where('id', 'in', [...ids])
    .execute()) as CommitEntity[]
  return new Map(rows.map((row) => [row.id, row]))
}

/** True while no final block shows that a leg of `spend_intent` was paid out; one that was is settled by that, or an operator's case. */
export const hasNotLeft = sql<boolean>`NOT EXISTS (SELECT FROM flush WHERE flush.intent_id = spend_intent.id)
  AND coalesce(spend_intent.hold_reason, '') <> ALL (${[...unsettledReasons]}::text[])`

/**
 * True of a payout that has anything to pay: deposits of its own that are not proven dead, or such that somebody has given to another object's payout,
 * which is never right. What has lost all of them waits for nothing, and would go on if one came back. `payout` is the table's name in the query.
 */
export function hasMoney(payout: string) {
  const its = (column: string) => sql.ref(`${payout}.${column}`)
  return sql<boolean>`(EXISTS (SELECT FROM deposit taken WHERE taken.intent_id = ${its('id')} AND NOT taken.dead)
    OR EXISTS (SELECT FROM deposit taken JOIN spend_intent taker ON taker.id = taken.intent_id
      WHERE taken.subject = 'payment' AND taken.subject_id = ${its('ref')} AND NOT taken.dead AND taker.purpose = ${its('purpose')} AND taker.ref <> ${its('ref')}))`
}

/**
 * True of a signed transaction that something still waits for: one that spends deposits themselves waits for nothing once all of them are given up for
 * lost; one with a nonce holds up whatever is numbered after it. `attempt` is the table's name in the query.
 */
export const keepsAny = (attempt: string) =>
  sql<boolean>`(${sql.ref(`${attempt}.chain`)} IN ('ETH', 'POL') OR EXISTS (SELECT FROM spend_intent payout JOIN deposit kept ON kept.intent_id = payout.id
    WHERE payout.lead_id = ${sql.ref(`${attempt}.intent_id`)} AND NOT kept.dead))`

/**
 * True once a payout may be tried again: at once, unless its last transaction moved no money; never once its money has left. `payout` is the table's
 * name in the query.
 */
export const hasRested = (payout: string, now: Date) => {
  const since = (ms: number): Date => new Date(now.getTime() - ms)
  const [reason, updatedAt] = [sql.ref(`${payout}.hold_reason`), sql.ref(`${payout}.updated_at`)]
  const cases = Object.entries(restMs).map(([held, ms]) => sql`WHEN ${held} THEN ${updatedAt} <= ${since(ms)}::timestamptz`)
  return sql<boolean>`CASE ${reason} ${sql.join(cases, sql` `)} ELSE coalesce(${reason}, '') <> ALL (${[...unsettledReasons]}::text[]) END`
}

/** Payouts to payers that wait for a signature: new ones, and those that were held when they were last looked at before a moment. */
export const findWaitingRefunds = (em: Em, { before, limit }: { before: Date; limit: number }): Promise<{ ref: string }[]> =>
  tables(em)
    .selectFrom('spend_intent')
    .select('ref')
    .where('purpose', '=', 'payment_refund')
    .where('state', 'in', ['planned', 'held'])
    .where((eb) => eb.or([eb('state', '=', 'planned'), eb('updatedAt', '<=', before)]))
    .where(hasNotLeft)
    .where(hasMoney('spend_intent'))
    .orderBy('updatedAt')
    .limit(limit)
    .execute()
