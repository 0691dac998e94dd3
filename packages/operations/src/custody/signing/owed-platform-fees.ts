import type { SpendIntentEntity } from '@gateway/db/custody/spend-intent.entity'
import type { Em } from '@gateway/db/orm'
import { tables } from '@gateway/db/tables'
import { sql } from 'kysely'

type Payout = Pick<SpendIntentEntity, 'asset' | 'mode' | 'businessId'>

/** Platform fees that businesses owe in one asset. */
export interface OwedFees {
  /** What the business of a payout still owes. */
  left(payout: Payout): bigint
  /** Notes what a transaction that is about to be stored takes back. */
  take(payout: Payout, units: bigint): void
}

/**
 * The platform fees that the merchants of payouts of one asset owe because they were below dust, less what open transactions already take back.
 *
 * Locks the debts until the transaction ends, so that two signers do not take back the same amount.
 */
export async function lockOwedPlatformFees(em: Em, payouts: readonly Payout[]): Promise<OwedFees> {
  const owed = await lockDebts(em, payouts)
  const left = (payout: Payout): bigint => {
    const units = owed.get(keyOf(payout)) ?? 0n
    return units > 0n ? units : 0n
  }
  return { left, take: (payout, units) => void owed.set(keyOf(payout), left(payout) - units) }
}

const keyOf = ({ mode, businessId }: Pick<Payout, 'mode' | 'businessId'>): string => `${mode} ${businessId}`

/** By mode and business. Accounts are locked in the order of the ledger. */
async function lockDebts(em: Em, payouts: readonly Payout[]): Promise<Map<string, bigint>> {
  const [first] = payouts
  if (!first) return new Map()
  const debts = await tables(em)
    .selectFrom('account')
    .select(['mode', 'owner as businessId', 'bal'])
    .where('asset', '=', first.asset)
    .where('mode', 'in', [...new Set(payouts.map(({ mode }) => mode))])
    .where('code', '=', 'merchant:receivable')
    .where('owner', 'in', [...new Set(payouts.map(({ businessId }) => businessId))])
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  const owing = debts.filter(({ bal }) => bal !== 0n)
  const openOf = await readTakenBack(
    em,
    owing.map(({ businessId }) => businessId),
    first,
  )
  return new Map(owing.map((debt) => [keyOf(debt), -debt.bal - openOf(debt)]))
}

async function readTakenBack(
  em: Em,
  businessIds: readonly string[],
  { asset }: Pick<Payout, 'asset'>,
): Promise<(debt: Pick<Payout, 'mode' | 'businessId'>) => bigint> {
  if (businessIds.length === 0) return () => 0n
  const { rows } = await sql<{ businessId: string; mode: Payout['mode']; units: string }>`
    SELECT intent.business_id AS "businessId", intent.mode, sum(attempt.taken_back)::text AS units
    FROM spend_attempt attempt JOIN spend_intent intent ON intent.id = attempt.intent_id
    WHERE attempt.state IN ('signed', 'broadcast') AND intent.business_id = ANY (${businessIds}::uuid[]) AND intent.asset = ${asset}
    GROUP BY intent.business_id, intent.mode`.execute(tables(em))
  const open = new Map(rows.map((row) => [keyOf(row), BigInt(row.units)]))
  return (debt) => open.get(keyOf(debt)) ?? 0n
}
