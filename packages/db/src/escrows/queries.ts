import type { EscrowOutcome, EscrowState } from '@gateway/domain/escrows/machine'
import type { MerchantId, Mode } from '@gateway/domain/kernel/id'
import { entityRows } from '../kernel/entity-rows.ts'
import { sql } from 'kysely'
import { type MetadataMatch, metadataMatches } from '../kernel/metadata-matches.ts'
import type { Page } from '../kernel/page.ts'
import { isOneOf } from '../kernel/is-one-of.ts'
import { countRows, newestPage, type PageBounds } from '../kernel/read-page.ts'
import { runStatement } from '../kernel/run-statement.ts'
import { updateTogether } from '../kernel/update-together.ts'
import type { Em } from '../orm.ts'
import { tables } from '../tables.ts'
import type { EscrowEntity } from './escrow.entity.ts'
import type { SettlementEntity } from './settlement.entity.ts'

/** An escrow by id, whoever asks: its public view is anybody's. */
export const findEscrow = (em: Em, { id }: { id: string }): Promise<EscrowEntity | undefined> =>
  tables(em).selectFrom('escrow').selectAll().where('id', '=', id).executeTakeFirst() as Promise<EscrowEntity | undefined>

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
  /** Only these; any by default. */
  readonly ids?: readonly string[] | undefined
}

/** A page of escrows, newest first, and how many there are in all. @throws {Error} for a scope that names neither a tenant nor a party. */
export async function listEscrows(
  em: Em,
  { scope, bounds }: { scope: EscrowScope; bounds: PageBounds },
): Promise<{ rows: EscrowEntity[]; total: number }> {
  const { ids } = scope
  const matching = ids === undefined ? inScope(em, scope) : inScope(em, scope).where(isOneOf('id', ids, 'uuid'))
  const page = newestPage(matching.selectAll(), bounds).compile()
  const [rows, total] = await Promise.all([runStatement<object>(em, page.sql, page.parameters), countRows(matching)])
  return { rows: entityRows(em, 'escrow', rows), total }
}

function inScope(em: Em, { mode, tenant, depositor, beneficiary, metadata, status }: EscrowScope) {
  if (!tenant && depositor === undefined && beneficiary === undefined) throw new Error('a list of escrows needs a tenant or a party')
  if (!tenant && metadata) throw new Error('only a tenant searches metadata')
  let found = tables(em).selectFrom('escrow').where('mode', '=', mode)
  if (tenant) found = found.where('merchantId', '=', tenant.merchantId)
  if (tenant?.businessId !== undefined) found = found.where('businessId', '=', tenant.businessId)
  if (depositor !== undefined) found = found.where(isOneOf('depositor_address', depositor, 'text'))
  if (beneficiary !== undefined) found = found.where(isOneOf('beneficiary_address', beneficiary, 'text'))
  if (metadata) found = found.where(metadataMatches(sql.ref('metadata'), metadata))
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

/** The recorded outcome of an escrow; undefined while there is none. */
export async function findOutcome(em: Em, { escrowId }: { escrowId: string }): Promise<EscrowOutcome | undefined> {
  const row = await tables(em).selectFrom('settlement').select('outcome').where('escrowId', '=', escrowId).executeTakeFirst()
  return row?.outcome
}

/** Ids of escrows that the clock moves on, the longest due first. */
export async function findDueEscrows(em: Em, { before, limit }: { before: Date; limit: number }): Promise<string[]> {
  const rows = await tables(em)
    .selectFrom('escrow')
    .select('id')
    .where('deadlineAt', '<=', before)
    .orderBy('deadlineAt')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

/** Ids of escrows with credited money that no payout has taken although it may leave, a page at a time. */
export async function findUnplanned(em: Em, { after, limit }: Page): Promise<string[]> {
  const { rows } = await sql<{
    id: string
  }>`SELECT DISTINCT deposit.subject_id AS id FROM deposit JOIN escrow ON escrow.id = deposit.subject_id::uuid
    WHERE deposit.subject = 'escrow' AND deposit.credit_revision IS NOT NULL AND deposit.intent_id IS NULL AND deposit.subject_id > ${after}
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
