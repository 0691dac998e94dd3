import type { SpentInput } from '@gateway/domain/chainwatch/transaction-input'
import type { ChainCode } from '@gateway/domain/money/asset'
import { type Insertable, sql } from 'kysely'
import type { PayoutTermsEntity } from '../custody/pins/payout-terms.entity.ts'
import { portions } from '../kernel/portions.ts'
import { spentDeposits } from './spent-inputs.ts'
import type { Em } from '../orm.ts'
import { type Tables, tables } from '../tables.ts'
import type { DepositEntity } from './deposit.entity.ts'
import type { FlushEntity } from './flush.entity.ts'

/**
 * Flushes that are final and not settled yet, in the order of the chain. One that spent outputs waits until all of them are in the ledger: after a
 * reorg a payment can ask for more confirmations than make a payout final.
 */
export async function findDueFlushes(em: Em, { chain, finalHeight }: { chain: ChainCode; finalHeight: number }): Promise<FlushEntity[]> {
  return tables(em)
    .selectFrom('flush')
    .selectAll()
    .where('chain', '=', chain)
    .where('subject', '=', 'payment')
    .where('intentId', 'is', null)
    .where('problem', 'is', null)
    .where(
      sql<boolean>`NOT EXISTS (SELECT FROM jsonb_array_elements_text(flush.spent) AS deposit_id JOIN deposit ON deposit.id = deposit_id
        WHERE deposit.credit_revision IS NULL)`,
    )
    .where('height', '<=', finalHeight)
    .orderBy('height')
    .orderBy('txPlace')
    .orderBy('logPlace')
    .execute() as Promise<FlushEntity[]>
}

/** Stores what a block shows to have left; a flush that is known keeps its row. */
export async function insertFlushes(em: Em, rows: readonly Insertable<Tables['flush']>[]): Promise<void> {
  for (const portion of portions(rows))
    await tables(em)
      .insertInto('flush')
      .values(portion)
      .onConflict((oc) => oc.columns(['chain', 'ref']).doNothing())
      .execute()
}

/** A deposit whose output a transaction spends, with the terms of the payout that has it, if any. */
export interface SpentDeposit extends Pick<DepositEntity, 'id' | 'subject' | 'subjectId' | 'address' | 'asset' | 'units'> {
  readonly spentBy: string
  readonly plannedTermsId: string | null
}

/** The deposits whose outputs are spent. */
export async function findSpentDeposits(
  em: Em,
  { chain, inputs }: { chain: ChainCode; inputs: readonly SpentInput[] },
): Promise<SpentDeposit[]> {
  if (inputs.length === 0) return []
  const { rows } = await sql<Omit<SpentDeposit, 'units'> & { units: string }>`SELECT deposit.id, deposit.subject,
      deposit.subject_id AS "subjectId", deposit.address, deposit.asset, deposit.units::text AS units, spent.tx_id AS "spentBy",
      taker.payout_terms_id AS "plannedTermsId"
    FROM ${spentDeposits(chain, inputs)}
    LEFT JOIN spend_intent taker ON taker.id = deposit.intent_id
    ORDER BY deposit.id`.execute(tables(em))
  return rows.map((row) => ({ ...row, units: BigInt(row.units) }))
}

/** Terms by which the deposits of a payment may leave. */
export type TermsOfPayment = Pick<PayoutTermsEntity, 'id' | 'recipients'> & { readonly paymentId: string }

/** The payout terms of some payments, after those of their refunds that are not withdrawn, newest first. */
export async function findTermsOfPayments(em: Em, paymentIds: readonly string[]): Promise<TermsOfPayment[]> {
  if (paymentIds.length === 0) return []
  const backs = await tables(em)
    .selectFrom('refund')
    .innerJoin('payout_terms', 'payout_terms.id', 'refund.payoutTermsId')
    .select(['payout_terms.id', 'payout_terms.recipients', 'refund.paymentId'])
    .where('refund.paymentId', 'in', [...paymentIds])
    .where('refund.state', '!=', 'withdrawn')
    .orderBy('payout_terms.createdAt', 'desc')
    .execute()
  const own = await tables(em)
    .selectFrom('payout_terms')
    .select(['id', 'recipients', 'subjectId as paymentId'])
    .where('subject', '=', 'payment')
    .where('subjectId', 'in', [...paymentIds])
    .execute()
  return [...backs, ...own]
}
