import type { ContractDecision } from '@gateway/domain/escrows/contract'
import type { EscrowState } from '@gateway/domain/escrows/machine'
import type { MerchantId, Mode } from '@gateway/domain/kernel/id'
import { entityRows } from '../kernel/rows/entity-rows.ts'
import { type RawBuilder, sql } from 'kysely'
import { type MetadataMatch, metadataMatches } from '../kernel/metadata-matches.ts'
import { isNoneOf, type SweptPage } from '../kernel/page.ts'
import { isOneOf } from '../kernel/is-one-of.ts'
import { countRows, newestPage, type PageBounds } from '../kernel/read-page.ts'
import { runStatement } from '../kernel/run-statement.ts'
import { updateTogether } from '../kernel/update-together.ts'
import type { Em } from '../orm.ts'
import { tables } from '../tables.ts'
import type { EscrowEntity } from './escrow.entity.ts'
import type { SettlementEntity } from './settlement.entity.ts'
import { isWithheld, shownOf } from './withheld-queries.ts'

/** An escrow by id, whoever asks: its public view is anybody's. An address that the signer refuses is not shown. */
export async function findEscrow(em: Em, { id }: { id: string }): Promise<EscrowEntity | undefined> {
  const own = tables(em).selectFrom('escrow').selectAll().select(isWithheld.as('withheld'))
  const found = await own.where('id', '=', id).executeTakeFirst()
  if (!found) return undefined
  const { withheld, ...row } = found
  // The columns of the table are those of its entity.
  return shownOf(row as EscrowEntity, withheld)
}

/** Escrows by id, in order, locked for the rest of the transaction. */
export async function lockEscrows(em: Em, ids: readonly string[]): Promise<EscrowEntity[]> {
  if (ids.length === 0) return []
  const own = tables(em)
    .selectFrom('escrow')
    .selectAll()
    .where(isOneOf('id', ids, 'uuid'))
    .orderBy('id')
  return own.forUpdate().execute() as Promise<EscrowEntity[]>
}

const MUTABLE_COLUMNS = [
  'state',
  'depositedUnits',
  'depositTxId',
  'settlementTxId',
  'disputeReason',
  'disputeResolution',
  'eventSequence',
  'stateVersion',
  'updatedAt',
  'deadlineAt',
  'fundedAt',
  'disputedAt',
  'releasedAt',
  'refundedAt',
  'settledAt',
] as const

/** Writes back locked escrows. Columns that are frozen at creation are never touched. */
export const saveEscrows = (em: Em, escrows: readonly EscrowEntity[]): Promise<void> =>
  updateTogether(em, { table: 'escrow', columns: MUTABLE_COLUMNS, rows: escrows })

/** Shows the signed decision of an escrow. @returns false when it is shown already. */
export async function showEscrowDecision(em: Em, { id, decision }: { id: string; decision: ContractDecision }): Promise<boolean> {
  const { numUpdatedRows } = await tables(em)
    .updateTable('escrow')
    .set({ decision })
    .where('id', '=', id)
    .where('decision', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Names the address of a locked escrow's depositor. @returns false when it has one. */
export async function nameDepositor(em: Em, { id, address }: { id: string; address: string }): Promise<boolean> {
  const { numUpdatedRows } = await tables(em)
    .updateTable('escrow')
    .set({ depositorAddress: address })
    .where('id', '=', id)
    .where('depositorAddress', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Whose escrows a list shows: those of a merchant, or of one of its businesses; without a tenant, those that name exactly these parties. */
export interface EscrowScope {
  readonly mode: Mode
  readonly tenant?: { readonly merchantId: MerchantId; readonly businessId?: string | undefined } | undefined
  /** Every spelling of the address. */
  readonly depositor?: readonly string[] | undefined
  readonly beneficiary?: readonly string[] | undefined
  /** Metadata is not public: only with a tenant. */
  readonly metadata?: MetadataMatch | undefined
  readonly status?: EscrowState | undefined
  /** Only what a search finds, as its condition; any by default. Metadata is not public: only with a tenant. */
  readonly found?: RawBuilder<boolean> | undefined
}

/** Names the depositor of a locked escrow whose contract waited for it, with the contract's address and terms. @returns false when it has one. */
export async function placeEscrow(
  em: Em,
  { id, ...place }: Pick<EscrowEntity, 'id' | 'depositorAddress' | 'address' | 'contract' | 'payoutTermsId'>,
): Promise<boolean> {
  const { depositorAddress, address, contract, payoutTermsId } = place
  const waiting = tables(em).updateTable('escrow').where('id', '=', id).where('payoutTermsId', 'is', null).where('state', '=', 'created')
  const { numUpdatedRows } = await waiting.set({ depositorAddress, address, contract, payoutTermsId }).executeTakeFirst()
  return numUpdatedRows > 0n
}

/** A page of escrows, newest first, and how many there are in all. @throws {Error} for a scope that names neither a tenant nor a party. */
export async function listEscrows(
  em: Em,
  { scope, bounds }: { scope: EscrowScope; bounds: PageBounds },
): Promise<{ rows: EscrowEntity[]; total: number }> {
  const matching = inScope(em, scope)
  const page = newestPage(matching.selectAll().select(isWithheld.as('withheld')), bounds).compile()
  const [rows, total] = await Promise.all([runStatement<{ withheld: boolean }>(em, page.sql, page.parameters), countRows(matching)])
  return { rows: entityRows(em, 'escrow', rows).map((row, place) => shownOf(row, rows[place]?.withheld === true)), total }
}

function ofTenant(em: Em, { mode, tenant, depositor, beneficiary, metadata, found: searched }: EscrowScope) {
  if (!tenant && depositor === undefined && beneficiary === undefined) throw new Error('a list of escrows needs a tenant or a party')
  if (!tenant && (metadata ?? searched)) throw new Error('only a tenant searches metadata')
  const found = tables(em).selectFrom('escrow').where('mode', '=', mode)
  if (!tenant) return found
  const own = found.where('merchantId', '=', tenant.merchantId)
  return tenant.businessId === undefined ? own : own.where('businessId', '=', tenant.businessId)
}

function inScope(em: Em, scope: EscrowScope) {
  const { depositor, beneficiary, metadata, found: searched, status } = scope
  let found = ofTenant(em, scope)
  if (depositor !== undefined) found = found.where(isOneOf('depositor_address', depositor, 'text'))
  if (beneficiary !== undefined) found = found.where(isOneOf('beneficiary_address', beneficiary, 'text'))
  if (metadata) found = found.where(metadataMatches(sql.ref('metadata'), metadata))
  if (searched) found = found.where(searched)
  return status === undefined ? found : found.where('state', '=', status)
}

/** Records the one outcome of an escrow. @returns false when it has one already. */
export async function insertSettlement(em: Em, settlement: Omit<SettlementEntity, 'at'> & { readonly at: Date }): Promise<boolean> {
  const { escrowId, outcome, actor, evidence, at } = settlement
  const { rows } = await sql`INSERT INTO settlement (escrow_id, outcome, actor, evidence, at)
    SELECT ${escrowId}::uuid, ${outcome}::text, ${actor}::text, ${evidence}::bytea, ${at}::timestamptz
    WHERE NOT EXISTS (SELECT FROM contract_outcome recorded
      WHERE recorded.subject = 'escrow' AND recorded.subject_id = ${escrowId} AND recorded.outcome <> ${outcome})
    ON CONFLICT DO NOTHING RETURNING escrow_id`.execute(tables(em))
  return rows.length > 0
}

/** An escrow whose deadline has passed, and the version of its state. */
export type DueEscrow = Pick<EscrowEntity, 'id' | 'stateVersion'>

/** Escrows that the clock moves on, a page at a time: some of them may have to wait for their chain. */
export const findDueEscrows = (em: Em, { before, after, limit, except }: SweptPage & { before: Date }): Promise<DueEscrow[]> => {
  // As text: the key of the table would serve the order of ids, over every escrow there ever was.
  const key = sql<string>`escrow.id::text`
  return tables(em)
    .selectFrom('escrow')
    .select(['id', 'stateVersion'])
    .where('deadlineAt', '<=', before)
    .where(key, '>', after)
    .where(isNoneOf(key, except))
    .orderBy(key)
    .limit(limit)
    .execute()
}

/** Ids of escrows with credited money that no payout has taken although it may leave, a page at a time. */
export async function findUnplanned(em: Em, { after, limit, except }: SweptPage): Promise<string[]> {
  const { rows } = await sql<{
    id: string
  }>`SELECT DISTINCT deposit.subject_id AS id FROM deposit JOIN escrow ON escrow.id = deposit.subject_id::uuid
    WHERE deposit.subject = 'escrow' AND deposit.credit_revision IS NOT NULL AND deposit.intent_id IS NULL AND deposit.subject_id > ${after}
      AND ${isNoneOf(sql`deposit.subject_id`, except)}
      AND escrow.state NOT IN ('created', 'funded', 'disputed') ORDER BY 1 LIMIT ${limit}`.execute(tables(em))
  return rows.map(({ id }) => id)
}

/** Disputed escrows, the longest disputed first. */
export const listDisputed = (em: Em, { limit }: { limit: number }): Promise<EscrowEntity[]> =>
  tables(em)
    .selectFrom('escrow')
    .selectAll()
    .where('state', '=', sql.lit('disputed'))
    .orderBy('disputedAt')
    .limit(limit)
    .execute() as Promise<EscrowEntity[]>
