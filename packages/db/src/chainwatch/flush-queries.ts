import { payoutOwners } from '@gateway/domain/custody/purposes'
import type { SpentInput } from '@gateway/domain/chainwatch/transaction-input'
import type { AssetCode, ChainCode } from '@gateway/domain/money/asset'
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
    .where('subject', 'in', payoutOwners)
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

/** The terms of an escrow contract's payouts. */
interface TermsOfContract {
  readonly release: string
  readonly refund: string
  readonly excess: string
  readonly asset: AssetCode
  /** True while the contract has recorded a refund that it has not paid; never of an escrow that has expired, whose parts go back without one. */
  readonly isRefundDue: boolean
}

/** The terms of the payouts of some escrow contracts, by escrow. */
export async function findTermsOfContracts(em: Em, escrowIds: readonly string[]): Promise<ReadonlyMap<string, TermsOfContract>> {
  const { rows } = await sql<TermsOfContract & { id: string }>`SELECT escrow.id, escrow.payout_terms_id AS release,
      refund.id AS refund, excess.id AS excess, escrow.asset,
      escrow.state <> 'expired' AND recorded.outcome IS NOT DISTINCT FROM 'refund'
        AND NOT EXISTS (SELECT FROM flush WHERE flush.subject_id = escrow.id::text AND flush.asset = escrow.asset AND flush.payout_terms_id = refund.id)
        AS "isRefundDue"
    FROM escrow JOIN payout_terms refund ON refund.subject = 'escrow_refund' AND refund.subject_id = escrow.id
    JOIN payout_terms excess ON excess.subject = 'escrow_excess' AND excess.subject_id = escrow.id
    LEFT JOIN contract_outcome recorded ON recorded.subject = 'escrow' AND recorded.subject_id = escrow.id::text AND recorded.chain = escrow.chain
    WHERE escrow.id = ANY (${escrowIds}::uuid[])`.execute(tables(em))
  return new Map(rows.map(({ id, ...terms }) => [id, terms]))
}

/** Terms by which the deposits of an object may leave. */
export type TermsOfOwner = Pick<PayoutTermsEntity, 'id' | 'recipients'> & { readonly ownerId: string }

/** The payout terms of the addresses of some objects, after further terms for the same addresses that are not withdrawn, newest first. */
export async function findTermsOfOwners(em: Em, ownerIds: readonly string[]): Promise<TermsOfOwner[]> {
  if (ownerIds.length === 0) return []
  const own = await tables(em)
    .selectFrom('payout_terms')
    .select(['id', 'recipients', 'subjectId as ownerId', 'chain', 'address'])
    .where('subject', 'in', payoutOwners)
    .where('subjectId', 'in', [...ownerIds])
    .execute()
  const { rows: further } = await sql<TermsOfOwner>`SELECT further.id, further.recipients, own."ownerId"
    FROM unnest(${own.map(({ ownerId }) => ownerId)}::uuid[], ${own.map(({ chain }) => chain)}::text[], ${own.map(({ address }) => address)}::text[])
      AS own ("ownerId", chain, address) JOIN payout_terms further ON further.chain = own.chain AND further.address = own.address
    WHERE further.subject <> ALL (${payoutOwners.filter((owner) => owner !== 'escrow')}::text[])
      AND NOT EXISTS (SELECT FROM refund WHERE refund.payout_terms_id = further.id AND refund.state = 'withdrawn')
    ORDER BY further.created_at DESC`.execute(tables(em))
  return [...further, ...own]
}
