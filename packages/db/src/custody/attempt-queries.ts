import { STUCK_BLOCKS } from '@gateway/domain/custody/rules'
import type { TransactionInput } from '@gateway/domain/chainwatch/transaction-input'
import type { ChainCode } from '@gateway/domain/money/asset'
import { type RawBuilder, sql } from 'kysely'
import { isOneOf } from '../kernel/is-one-of.ts'
import type { Em } from '../orm.ts'
import { tables } from '../tables.ts'
import type { SpendAttemptEntity } from './spend-attempt.entity.ts'

/**
 * Handles (transaction ids) of a chain's attempts that may still be mined, with the lead intent they belong to: those that are not final yet, and
 * those that they have superseded.
 */
export async function findOpenHandles(em: Em, { chain }: { chain: ChainCode }): Promise<Map<string, { intentId: string; n: number }>> {
  const { rows } = await sql<{ handle: string; intentId: string; n: number }>`WITH live AS (
      SELECT intent_id, n, handle FROM spend_attempt WHERE chain = ${chain} AND state IN ('signed', 'broadcast')
    )
    SELECT handle, intent_id AS "intentId", n FROM live
    UNION ALL SELECT earlier.handle, earlier.intent_id, earlier.n FROM live
    JOIN spend_attempt earlier ON earlier.intent_id = live.intent_id AND earlier.state = 'superseded'`.execute(tables(em))
  return new Map(rows.map((row) => [row.handle, { intentId: row.intentId, n: row.n }]))
}

/** An attempt with what its transaction consumes. */
export type AttemptWithInputs = SpendAttemptEntity & { readonly inputs: readonly TransactionInput[] }

/** What each attempt of a query consumes, read with it; the table is named `spend_attempt`. */
export const INPUTS: RawBuilder<readonly TransactionInput[]> =
  sql`(SELECT coalesce(json_agg(json_build_object('resource', resource, 'sequence', sequence)
    ORDER BY resource, sequence), '[]') FROM attempt_input input
  WHERE input.intent_id = spend_attempt.intent_id AND input.n = spend_attempt.n)`

/** A transaction that was sent and that blocks leave out. */
export interface StuckAttempt {
  readonly intentId: string
  readonly n: number
}

/**
 * Live transactions that were sent `STUCK_BLOCKS` blocks ago or earlier and that no block holds, each once at every height. What a node refuses for a
 * reason that no fee mends was not sent (`first_sent_height`).
 *
 * Only while the chain is read up to its head; a cursor that is behind proves nothing. With `inTurn`, of each sender only the one with the lowest nonce,
 * which the others wait for.
 */
export async function findStuck(em: Em, { chain, inTurn }: { chain: ChainCode; inTurn: boolean }): Promise<StuckAttempt[]> {
  const before = sql`SELECT FROM spend_attempt before
    JOIN attempt_input earlier ON earlier.intent_id = before.intent_id AND earlier.n = before.n
    JOIN attempt_input own ON own.intent_id = attempt.intent_id AND own.n = attempt.n
    WHERE before.chain = attempt.chain AND before.state IN ('signed', 'broadcast') AND before.height IS NULL
      AND earlier.resource = own.resource AND earlier.sequence < own.sequence`
  const { rows } = await sql<StuckAttempt>`SELECT attempt.intent_id AS "intentId", attempt.n
    FROM spend_attempt attempt JOIN chain_cursor cursor ON cursor.chain = attempt.chain AND cursor.height >= cursor.head_height
    WHERE attempt.chain = ${chain} AND attempt.state IN ('signed', 'broadcast') AND attempt.height IS NULL
      AND attempt.first_sent_height <= cursor.height - ${STUCK_BLOCKS}::int AND attempt.tried_height IS DISTINCT FROM cursor.height
      AND NOT (${inTurn}::boolean AND EXISTS (${before}))
    ORDER BY attempt.seq`.execute(tables(em))
  return rows
}

/** True when a transaction that is signed and in no block has a later nonce of the same sender, so that it cannot be mined before this one. */
export async function holdsUpOthers(em: Em, { chain, inputs }: Pick<AttemptWithInputs, 'chain' | 'inputs'>): Promise<boolean> {
  const [nonce] = inputs
  if (!nonce) return false
  const { rows } = await sql<{ waits: boolean }>`SELECT EXISTS (SELECT FROM spend_attempt later
    JOIN attempt_input input ON input.intent_id = later.intent_id AND input.n = later.n
    WHERE later.chain = ${chain} AND later.state IN ('signed', 'broadcast') AND later.height IS NULL
      AND input.resource = ${nonce.resource} AND input.sequence > ${nonce.sequence}::bigint) AS waits`.execute(tables(em))
  return rows[0]?.waits ?? false
}

/** Handles of every transaction that was ever signed under some lead intents, by lead. */
export async function findHandles(em: Em, leadIds: readonly string[]): Promise<(leadId: string) => string[]> {
  if (leadIds.length === 0) return () => []
  const rows = await tables(em)
    .selectFrom('spend_attempt')
    .select(['intentId', 'handle'])
    .where(isOneOf('intentId', [...new Set(leadIds)], 'uuid'))
    .orderBy('n')
    .execute()
  const byLead = Map.groupBy(rows, ({ intentId }) => intentId)
  return (leadId) => (byLead.get(leadId) ?? []).map(({ handle }) => handle)
}

/** Every attempt of a lead intent, locked: a transaction that is being replaced is neither found in a block nor sent meanwhile. */
export async function lockAttempts(em: Em, { intentId }: Pick<StuckAttempt, 'intentId'>): Promise<AttemptWithInputs[]> {
  return tables(em)
    .selectFrom('spend_attempt')
    .selectAll()
    .select(INPUTS.as('inputs'))
    .where('intentId', '=', intentId)
    .orderBy('n')
    .forUpdate()
    .execute() as Promise<AttemptWithInputs[]>
}

/**
 * Attempts whose block is final but which are not closed yet. With `spendsCredited`, only those whose deposits are all credited: after a
 * reorganisation a payment can ask for more confirmations than make a payout final.
 */
export async function findFinalAttempts(
  em: Em,
  { chain, finalHeight, spendsCredited }: { chain: ChainCode; finalHeight: number; spendsCredited: boolean },
) {
  const isCredited = sql<boolean>`NOT EXISTS (SELECT FROM spend_intent intent JOIN deposit ON deposit.intent_id = intent.id
    WHERE intent.lead_id = spend_attempt.intent_id AND deposit.credit_revision IS NULL)`
  return tables(em)
    .selectFrom('spend_attempt')
    .innerJoin('spend_intent as lead', 'lead.id', 'spend_attempt.intentId')
    .select(['intentId', 'n', 'spend_attempt.chain', 'handle', 'feeUnits', 'height', 'succeeded', 'spend_attempt.posting', 'lead.asset'])
    .where('spend_attempt.chain', '=', chain)
    .where('spend_attempt.state', 'in', ['signed', 'broadcast'])
    .where('height', 'is not', null)
    .where('height', '<=', finalHeight)
    .where((eb) => (spendsCredited ? isCredited : eb.lit(true)))
    .orderBy('seq')
    .execute()
}

/**
 * Stored transactions that may be sent, that no block holds, and that were not sent at this height yet; one that no node has answered for, once that
 * was tried before a moment. With `isNew`, only those that were never sent.
 */
export async function findUnsent(
  em: Em,
  { chain, height, triedBefore, isNew }: { chain: ChainCode; height: number; triedBefore: Date; isNew: boolean },
) {
  return tables(em)
    .selectFrom('spend_attempt')
    .innerJoin('spend_intent as lead', 'lead.id', 'spend_attempt.intentId')
    .select(['intentId', 'n', 'supersedes', 'spend_attempt.chain', 'handle', 'raw', 'spend_attempt.state', 'feeUnits', 'platformPaid'])
    .select(['stuckReason', 'lead.asset'])
    .select(INPUTS.as('inputs'))
    .where('spend_attempt.chain', '=', chain)
    .where('spend_attempt.state', 'in', ['signed', 'broadcast'])
    .where('height', 'is', null)
    .where('seq', '<=', (eb) =>
      eb.selectFrom('broadcast_high_water').select((mark) => mark.cast<string>('broadcast_high_water.seq', 'bigint').as('seq')),
    )
    .where((eb) => (isNew ? eb('sentHeight', 'is', null) : eb.or([eb('sentHeight', '<', height), eb('sentHeight', 'is', null)])))
    .where((eb) =>
      eb.or([eb('sentHeight', 'is not', null), eb('lastProblem', 'is', null), eb('spend_attempt.updatedAt', '<=', triedBefore)]),
    )
    .orderBy('seq')
    .execute()
}

/** A live transaction that no block holds, the last block height that takes it, where a node refused it, and the first look that found no trace of it. */
export interface ExpiringAttempt extends Pick<SpendAttemptEntity, 'intentId' | 'n' | 'chain' | 'handle'> {
  readonly lastValidBlockHeight: number
  readonly refusedHeight: number | null
  readonly proof: { readonly at: string; readonly finalHeight: number } | null
}

/** Live transactions that no block holds, on a chain whose attempts have their last block height as sequence. */
export async function findExpiring(em: Em, { chain }: { chain: ChainCode }): Promise<ExpiringAttempt[]> {
  const rows = await tables(em)
    .selectFrom('spend_attempt')
    .innerJoin('attempt_input as input', (join) =>
      join.onRef('input.intentId', '=', 'spend_attempt.intentId').onRef('input.n', '=', 'spend_attempt.n'),
    )
    .select(['spend_attempt.intentId', 'spend_attempt.n', 'chain', 'handle', 'proof', 'refusedHeight', 'input.sequence'])
    .where('chain', '=', chain)
    .where('state', 'in', ['signed', 'broadcast'])
    .where('height', 'is', null)
    .orderBy('seq')
    .execute()
  return rows.map(({ sequence, proof, ...attempt }) => ({
    ...attempt,
    lastValidBlockHeight: Number(sequence),
    proof: proof as ExpiringAttempt['proof'], // Only two looks write the proof of a live attempt.
  }))
}

/** A payout's transaction that can never be mined, and the final one that has used its nonce. */
export interface Displaced {
  readonly intentId: string
  readonly sender: string
  readonly nonce: bigint
  readonly usedBy: string
  readonly height: number
  readonly blockHash: string
}

/**
 * Live transactions of an account chain that no block holds, and whose nonce a final block shows to be used by one that was not signed for the same lead:
 * of its own replacements any may be the one that was mined.
 */
export async function findDisplaced(em: Em, { chain, finalHeight }: { chain: ChainCode; finalHeight: number }): Promise<Displaced[]> {
  const { rows } =
    await sql<Displaced>`SELECT attempt.intent_id AS "intentId", used.sender, used.nonce, used.tx_id AS "usedBy", used.height,
      used.block_hash AS "blockHash"
    FROM spend_attempt attempt JOIN attempt_input input ON input.intent_id = attempt.intent_id AND input.n = attempt.n
      JOIN outgoing_transaction used ON used.chain = attempt.chain AND used.sender = input.resource AND used.nonce = input.sequence
    WHERE attempt.chain = ${chain} AND attempt.state IN ('signed', 'broadcast') AND attempt.height IS NULL AND used.height <= ${finalHeight}::int
      AND NOT EXISTS (SELECT FROM spend_attempt own WHERE own.intent_id = attempt.intent_id AND own.handle = used.tx_id)
    ORDER BY attempt.seq`.execute(tables(em))
  return rows
}

/** The highest nonce of a sender that is taken: by a payout, or by whatever else a final block holds; −1 when there is none. */
export async function findLastNonce(
  em: Em,
  { chain, sender, finalHeight }: { chain: ChainCode; sender: string; finalHeight: number },
): Promise<bigint> {
  const { rows } = await sql<{ last: bigint }>`SELECT greatest(
      (SELECT max(nonce) FROM nonce_slot WHERE chain = ${chain} AND sender = ${sender}),
      (SELECT max(nonce) FROM outgoing_transaction WHERE chain = ${chain} AND sender = ${sender} AND height <= ${finalHeight}::int), -1) AS last`.execute(
    tables(em),
  )
  return BigInt(rows[0]?.last ?? -1n)
}
