import type { AssetCode, ChainCode } from '@gateway/domain/money/asset'
import { chainFacts, feePayerOf } from '@gateway/domain/money/chain-facts'
import { type RawBuilder, sql } from 'kysely'
import type { Em } from '../orm.ts'
import { tables } from '../tables.ts'
import type { SpentDeposit } from './flush-queries.ts'

/** A transaction that took some of an asset from an address. */
interface SpentBalance {
  readonly chain: ChainCode
  readonly txId: string
  readonly from: string
  readonly asset: AssetCode | null
}

/** The deposits of the payouts that one of our transactions was signed for. */
export const findDepositsOfAttempt = (em: Em, spent: SpentBalance): Promise<SpentDeposit[]> =>
  readSpent(
    em,
    spent,
    sql`EXISTS (SELECT FROM spend_attempt attempt WHERE attempt.chain = ${spent.chain} AND attempt.handle = ${spent.txId}
      AND attempt.intent_id = taker.lead_id)`,
  )

/** Everything that lay at an address before a transaction. */
export const findDepositsBefore = (
  em: Em,
  spent: SpentBalance & { readonly height: number; readonly txPlace: number },
): Promise<SpentDeposit[]> =>
  readSpent(
    em,
    spent,
    sql`(deposit.height, deposit.tx_place) < (${spent.height}::int, ${spent.txPlace}::int)
      AND NOT EXISTS (SELECT FROM flush WHERE flush.subject_id = deposit.subject_id AND flush.asset = deposit.asset
        AND flush.tx_id <> ${spent.txId} AND flush.spent @> to_jsonb(deposit.id))`,
  )

/** What failed transactions of the payouts that one of our transactions was signed for have cost their address; nothing of an asset that pays for no fee. */
export async function findLostUnits(em: Em, { chain, txId, asset }: Omit<SpentBalance, 'from'>): Promise<bigint> {
  if (asset === null || feePayerOf(chainFacts[chain], asset) !== 'from_deposit') return 0n
  const { rows } = await sql<{ units: string }>`SELECT coalesce(sum(failed.fee), 0)::text AS units
    FROM spend_attempt attempt JOIN spend_attempt failed ON failed.intent_id = attempt.intent_id AND failed.handle <> attempt.handle AND NOT failed.succeeded
    WHERE attempt.chain = ${chain} AND attempt.handle = ${txId} AND attempt.state <> 'dead'`.execute(tables(em))
  return BigInt(rows[0]?.units ?? 0)
}

async function readSpent(em: Em, { chain, txId, from, asset }: SpentBalance, holds: RawBuilder<unknown>): Promise<SpentDeposit[]> {
  const { rows } = await sql<Omit<SpentDeposit, 'units'> & { units: string }>`SELECT deposit.id, deposit.subject,
      deposit.subject_id AS "subjectId", deposit.address, deposit.asset, deposit.units::text AS units, ${txId}::text AS "spentBy",
      taker.payout_terms_id AS "plannedTermsId"
    FROM watched_address JOIN deposit ON deposit.subject = watched_address.subject AND deposit.subject_id = watched_address.subject_id
    LEFT JOIN spend_intent taker ON taker.id = deposit.intent_id
    WHERE watched_address.chain = ${chain} AND watched_address.address = ${from} AND deposit.chain = ${chain} AND deposit.address = ${from}
      AND deposit.asset = ${asset} AND deposit.state = 'included' AND ${holds}
    ORDER BY deposit.id`.execute(tables(em))
  return rows.map((row) => ({ ...row, units: BigInt(row.units) }))
}
