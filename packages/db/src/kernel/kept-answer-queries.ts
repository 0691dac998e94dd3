import type { Em } from '../orm.ts'
import { tables } from '../tables.ts'
import type { KeptAnswerEntity } from './kept-answer.entity.ts'
import { runStatement } from './run-statement.ts'

/** Answers that were kept under some scopes, however old. */
export async function findKeptAnswers(em: Em, { scopes }: { scopes: readonly string[] }): Promise<KeptAnswerEntity[]> {
  const text = `SELECT scope, fingerprint, sealed, created_at AS "createdAt" FROM kept_answer WHERE scope = ANY($1::text[])`
  const rows = await runStatement<Omit<KeptAnswerEntity, 'createdAt'> & { createdAt: string }>(em, text, [scopes])
  return rows.map((row) => ({ ...row, createdAt: new Date(row.createdAt) }))
}

/** Forgets answers that were kept before a moment; of one scope, or of all. */
export async function deleteKeptAnswers(em: Em, { until, scope }: { until: Date; scope?: string }): Promise<void> {
  const old = tables(em).deleteFrom('kept_answer').where('createdAt', '<=', until)
  await (scope === undefined ? old : old.where('scope', '=', scope)).execute()
}

/** Puts another answer in the place of one that turned out untrue. Nothing happens when none was kept. */
export async function replaceKeptAnswer(em: Em, { scope, sealed }: { scope: string; sealed: string }): Promise<void> {
  await tables(em).updateTable('kept_answer').set({ sealed }).where('scope', '=', scope).execute()
}
