import type { Em } from '../../orm.ts'
import { tables } from '../../tables.ts'
import type { IdempotencyRecordEntity } from './idempotency-record.entity.ts'
import { runStatement } from '../run-statement.ts'

/** Responses that were stored under some scopes, however old. */
export async function findIdempotencyRecords(em: Em, { scopes }: { scopes: readonly string[] }): Promise<IdempotencyRecordEntity[]> {
  const text = `SELECT scope, fingerprint, sealed, created_at AS "createdAt" FROM idempotency_record WHERE scope = ANY($1::text[])`
  const rows = await runStatement<Omit<IdempotencyRecordEntity, 'createdAt'> & { createdAt: string }>(em, text, [scopes])
  return rows.map((row) => ({ ...row, createdAt: new Date(row.createdAt) }))
}

/** Deletes responses that were stored before a moment; of one scope, or of all. */
export async function deleteIdempotencyRecords(em: Em, { until, scope }: { until: Date; scope?: string }): Promise<void> {
  const old = tables(em).deleteFrom('idempotency_record').where('createdAt', '<=', until)
  await (scope === undefined ? old : old.where('scope', '=', scope)).execute()
}

/** Deletes the response that was stored as `sealed`; one that another request has stored under the scope since stays. */
export async function deleteIdempotencyRecord(em: Em, { scope, sealed }: { scope: string; sealed: string }): Promise<void> {
  await tables(em).deleteFrom('idempotency_record').where('scope', '=', scope).where('sealed', '=', sealed).execute()
}

/** Replaces a response that turned out untrue. Nothing happens when none was stored. */
export async function replaceIdempotencyRecord(em: Em, { scope, sealed }: { scope: string; sealed: string }): Promise<void> {
  await tables(em).updateTable('idempotency_record').set({ sealed }).where('scope', '=', scope).execute()
}
