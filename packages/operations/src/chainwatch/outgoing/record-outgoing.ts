import { insertFlushes } from '@gateway/db/chainwatch/flush-queries'
import { spentInputs } from '@gateway/db/chainwatch/spent-inputs'
import type { OutgoingTransactionEntity } from '@gateway/db/chainwatch/outgoing-transaction.entity'
import type { Em } from '@gateway/db/orm'
import { tables } from '@gateway/db/tables'
import type { ChainCode } from '@gateway/domain/money/asset'
import { portions } from '@gateway/db/kernel/portions'
import { sql } from 'kysely'
import type { MatchedBlock } from '../deposits/hit.ts'
import type { Context } from '../../kernel/context.ts'
import { logPositions } from '../deposits/log-positions.ts'
import type { Touched } from '../deposits/record-deposits.ts'
import { recordBalanceSpends } from './record-balance-spends.ts'
import { findTermsPaid, recordOutcomes } from './record-outcomes.ts'
import { recordSpends } from './record-spends.ts'

/**
 * Records our mined transactions, flushes of deposit contracts, and every transaction that spent from our addresses. Only a block that the scanner
 * reads moves a payout on.
 *
 * @returns the objects with an unsupported token that was flushed.
 */
export async function recordOutgoing(em: Em, ctx: Context, input: { chain: ChainCode; matched: MatchedBlock }): Promise<Touched[]> {
  const { chain, matched } = input
  await recordAttempts(em, ctx, { chain, matched })
  await recordOutcomes(em, { chain, matched })
  await recordFlushes(em, { chain, matched })
  const flushed = await recordUnsupported(em, { chain, matched })
  const txIds = await noteOutgoing(em, ctx, { chain, matched })
  await recordSpends(em, { chain, block: matched.block, txIds })
  await recordBalanceSpends(em, { chain, matched })
  return flushed
}

async function recordAttempts(em: Em, ctx: Context, { chain, matched }: { chain: ChainCode; matched: MatchedBlock }): Promise<void> {
  for (const txId of matched.ownTxIds) {
    const receipt = matched.receipts.get(txId)
    await tables(em)
      .updateTable('spend_attempt')
      .set({
        height: matched.block.height,
        blockHash: matched.block.hash,
        succeeded: receipt?.succeeded ?? true,
        ...(receipt && receipt.feeUnits > 0n && { feeUnits: receipt.feeUnits }),
        updatedAt: ctx.clock.now(),
      })
      .where('chain', '=', chain)
      .where('handle', '=', txId)
      .execute()
  }
}

async function recordFlushes(em: Em, { chain, matched }: { chain: ChainCode; matched: MatchedBlock }): Promise<void> {
  const placeOf = logPositions(matched.block.txIds)
  const termsOf = await findTermsPaid(em, matched)
  const rows = matched.flushes.flatMap(({ log, watched }) =>
    log.asset === null
      ? []
      : [
          {
            chain,
            ref: log.ref,
            txId: log.txId,
            address: log.emitter,
            subject: watched.subject,
            subjectId: watched.subjectId,
            asset: log.asset,
            merchantUnits: log.merchantUnits,
            feeUnits: log.feeUnits,
            height: matched.block.height,
            blockHash: matched.block.hash,
            ...placeOf(log),
            intentId: null,
            problem: null,
            payoutTermsId: termsOf(log, watched),
          },
        ],
  )
  await insertFlushes(em, rows)
}

/** Flushes of unsupported tokens. A third party can flush tokens of its own making, so only tokens seen to arrive are recorded. */
async function recordUnsupported(em: Em, { chain, matched }: { chain: ChainCode; matched: MatchedBlock }): Promise<Touched[]> {
  const { block } = matched
  const placeOf = logPositions(block.txIds)
  const unsupported = matched.flushes.filter(({ log }) => log.asset === null && log.token !== null)
  const flushed: Touched[] = []
  for (const { log, watched } of unsupported) {
    const { txPlace, logPlace } = placeOf(log)
    const { numAffectedRows = 0n } =
      await sql`INSERT INTO unsupported_token_flush (chain, ref, tx_id, subject, subject_id, token, height, tx_place, log_place)
      SELECT ${chain}, ${log.ref}, ${log.txId}, ${watched.subject}, ${watched.subjectId}, ${log.token}, ${block.height}::int, ${txPlace}::int, ${logPlace}::int
      WHERE EXISTS (SELECT FROM deposit WHERE subject = ${watched.subject} AND subject_id = ${watched.subjectId} AND asset IS NULL AND token = ${log.token})
      ON CONFLICT DO NOTHING`.execute(tables(em))
    if (numAffectedRows > 0n) flushed.push(watched)
  }
  return flushed
}

/** The nonce of one of our accounts that a transaction used. */
type UsedNonce = Pick<OutgoingTransactionEntity, 'sender' | 'nonce'>

const NO_NONCE: UsedNonce = { sender: null, nonce: null }

/**
 * Spends of a deposit's output, of an address's balance, of our gas payer's nonce, or of a deposit contract, whose recipients are part of its
 * address.
 *
 * @returns the transactions that spend outputs of deposits.
 */
async function noteOutgoing(em: Em, ctx: Context, { chain, matched }: { chain: ChainCode; matched: MatchedBlock }): Promise<Set<string>> {
  const { block } = matched
  // Index lookups with a limit each: for EXISTS the planner would read every watched address once a block is large.
  const { rows } = await sql<UsedNonce & { txId: string }>`SELECT DISTINCT spent.tx_id AS "txId", ours.sender, ours.nonce
    FROM ${spentInputs(block.inputs)}
    CROSS JOIN LATERAL (
      (SELECT NULL::text AS sender, NULL::bigint AS nonce FROM deposit
        WHERE deposit.chain = ${chain} AND deposit.tx_id = spent.resource AND deposit.vout = spent.sequence LIMIT 1)
      UNION ALL (SELECT watched_address.address, spent.sequence FROM watched_address
        WHERE watched_address.chain = ${chain} AND watched_address.address = spent.resource AND watched_address.subject = 'treasury' LIMIT 1)
    ) AS ours`.execute(tables(em))
  const flushed = new Set(matched.flushes.map(({ log }) => log.txId))
  const usedBy = new Map(rows.map(({ txId, sender, nonce }) => [txId, { sender, nonce }]))
  const spending = matched.spends.map(({ spend }) => spend.txId)
  const txIds = new Set([...usedBy.keys(), ...flushed, ...spending, ...matched.ownTxIds])
  const at = ctx.clock.now()
  const { height, hash: blockHash } = block
  const outgoing = [...txIds].map((txId) => {
    const used = usedBy.get(txId) ?? NO_NONCE
    return { chain, txId, height, blockHash, committedFlush: flushed.has(txId), at, ...used }
  })
  for (const portion of portions(outgoing)) {
    await tables(em)
      .insertInto('outgoing_transaction')
      .values(portion)
      .onConflict((oc) =>
        oc
          .columns(['chain', 'txId'])
          .doUpdateSet((eb) => ({ height, blockHash, sender: eb.ref('excluded.sender'), nonce: eb.ref('excluded.nonce') })),
      )
      .execute()
  }
  return new Set(rows.flatMap(({ txId, sender }) => (sender === null ? [txId] : [])))
}
