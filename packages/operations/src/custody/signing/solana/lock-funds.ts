import type { SpendIntentEntity } from '@gateway/db/custody/spend-intent.entity'
import type { Em } from '@gateway/db/orm'
import { tables } from '@gateway/db/tables'
import { sumUnits } from '@gateway/domain/money/units'
import { sql } from 'kysely'

/** An amount at an address; of a token, in one of its accounts. */
interface Fund {
  readonly units: bigint
  readonly tokenAccount: string | null
  readonly isOwn: boolean
  /** It is of another payout. */
  readonly isTaken: boolean
}

/** What an address holds of an asset by the blocks that were read, as far as a payout is concerned. */
export interface Funds {
  /** The deposits of the payout. */
  readonly own: readonly Fund[]
  /** Everything else at the address. */
  readonly rest: readonly Fund[]
  /** What failed transactions of the payout have cost its address. */
  readonly lostUnits: bigint
  /** True while another payout of the same asset is signed: what it leaves is not known yet. */
  readonly isBusy: boolean
}

/**
 * Reads what the address of a payout holds, and keeps other signers from it until the bytes are stored. Every transfer to it is a row, so that no
 * node has to be asked.
 */
export async function lockFunds(em: Em, intent: SpendIntentEntity, address: string): Promise<Funds> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`funds|${intent.chain}|${address}|${intent.asset}`}, 0))`.execute(tables(em))
  const funds = await findUnspent(em, intent, address)
  return {
    own: funds.filter(({ isOwn }) => isOwn),
    rest: funds.filter(({ isOwn }) => !isOwn),
    lostUnits: await readLost(em, intent),
    isBusy: funds.some(({ isOwn, isSigned }) => !isOwn && isSigned),
  }
}

/** Included deposits of an address that no final transaction has paid out. */
async function findUnspent(em: Em, { id, chain, asset }: SpendIntentEntity, address: string) {
  const { rows } = await sql<{
    units: string
    tokenAccount: string | null
    isOwn: boolean
    isTaken: boolean
    isSigned: boolean
  }>`SELECT deposit.units::text AS units,
      deposit.token_account AS "tokenAccount", coalesce(deposit.intent_id = ${id}::uuid, false) AS "isOwn",
      coalesce(deposit.intent_id <> ${id}::uuid, false) AS "isTaken", coalesce(taker.state IN ('signed', 'broadcast'), false) AS "isSigned"
    FROM watched_address JOIN deposit ON deposit.subject = watched_address.subject AND deposit.subject_id = watched_address.subject_id
      LEFT JOIN spend_intent taker ON taker.id = deposit.intent_id
    WHERE watched_address.chain = ${chain} AND watched_address.address = ${address} AND deposit.chain = ${chain} AND deposit.address = ${address}
      AND deposit.asset = ${asset} AND deposit.state = 'included' AND taker.state IS DISTINCT FROM 'final'
      AND NOT EXISTS (SELECT FROM flush WHERE flush.subject_id = deposit.subject_id AND flush.asset = deposit.asset AND flush.spent @> to_jsonb(deposit.id))
    ORDER BY deposit.units DESC, deposit.id`.execute(tables(em))
  return rows.map((row) => ({ ...row, units: BigInt(row.units) }))
}

/** Fees of transactions that were mined and moved nothing. */
async function readLost(em: Em, { id }: SpendIntentEntity): Promise<bigint> {
  const failed = await tables(em)
    .selectFrom('spend_attempt')
    .select('feeUnits')
    .where('intentId', '=', id)
    .where('succeeded', '=', false)
    .execute()
  return sumUnits(failed.map(({ feeUnits }) => ({ units: feeUnits ?? 0n })))
}
