import type { ChainCode } from '@gateway/domain/money/asset'
import { sql } from 'kysely'
import type { Em } from '../orm.ts'
import { tables } from '../tables.ts'

/** A payout whose flush has moved less than was counted, and what it has moved. */
interface Short {
  readonly id: string
  readonly ref: string
  readonly chain: ChainCode
  readonly posting: number
  readonly units: bigint
  readonly flush: { readonly ref: string; readonly txId: string; readonly blockHash: string; readonly units: bigint }
}

/** The flush of a payout that is held because it has moved less than was counted; undefined of every other payout. */
export async function findShortFlush(em: Em, intentId: string): Promise<{ ref: string; units: bigint } | undefined> {
  const { rows } = await sql<{ ref: string; units: string }>`SELECT flush.ref, (flush.merchant_units + flush.fee_units)::text AS units
    FROM flush JOIN spend_intent held ON held.id = flush.intent_id AND held.state = 'held' AND held.hold_reason = 'flush_short'
    WHERE held.id = ${intentId}`.execute(tables(em))
  return rows.map(({ ref, units }) => ({ ref, units: BigInt(units) }))[0]
}

/** How many different operators have said of a flush that what it has moved is all that there was. */
export async function countSettlements(em: Em, intentId: string, { ref, units }: { ref: string; units: bigint }): Promise<number> {
  const rows = await tables(em)
    .selectFrom('payout_settlement')
    .select('operator')
    .where('intentId', '=', intentId)
    .where('flushRef', '=', ref)
    .where('units', '=', units)
    .execute()
  return rows.length
}

/** Payouts of a chain whose flush has moved less than was counted, and of which enough operators have said that it was all; locked. */
export async function findDecidedShort(em: Em, { chain, approvals }: { chain: ChainCode; approvals: number }): Promise<Short[]> {
  const { rows } = await sql<Row>`SELECT held.id, held.ref, held.chain, held.posting, held.amount::text AS units, flush.ref AS "flushRef",
      flush.tx_id AS "txId", flush.block_hash AS "blockHash", (flush.merchant_units + flush.fee_units)::text AS moved
    FROM spend_intent held JOIN flush ON flush.intent_id = held.id
    WHERE held.chain = ${chain} AND held.state = 'held' AND held.hold_reason = 'flush_short'
      AND (SELECT count(*) FROM payout_settlement said WHERE said.intent_id = held.id AND said.flush_ref = flush.ref
        AND said.units = flush.merchant_units + flush.fee_units) >= ${approvals}
    ORDER BY held.id FOR UPDATE OF held`.execute(tables(em))
  return rows.map(({ flushRef, txId, blockHash, moved, ...held }) => ({
    ...held,
    units: BigInt(held.units),
    flush: { ref: flushRef, txId, blockHash, units: BigInt(moved) },
  }))
}

interface Row extends Omit<Short, 'units' | 'flush'> {
  readonly units: string
  readonly flushRef: string
  readonly txId: string
  readonly blockHash: string
  readonly moved: string
}
