import type { Em } from '@gateway/db/orm'
import { tables } from '@gateway/db/tables'
import type { TransferKind } from '@gateway/domain/ledger/entry'

/** Which of some references a transfer of a kind was posted for. */
export async function readPosted(em: Em, { kind, refs }: { kind: TransferKind; refs: readonly string[] }): Promise<Set<string>> {
  if (refs.length === 0) return new Set()
  const posted = tables(em).selectFrom('transfer').select('ref').where('kind', '=', kind)
  const rows = await posted.where('ref', 'in', refs).execute()
  return new Set(rows.map(({ ref }) => ref))
}
