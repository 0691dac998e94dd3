import type { Em } from '../../orm.ts'
import { tables } from '../../tables.ts'
import type { CardEvidenceFileEntity } from './card-evidence-file.entity.ts'

type Named = { readonly ids: readonly string[] }

/** Stores files of evidence until the processor has them. */
export async function insertEvidenceFiles(em: Em, files: readonly CardEvidenceFileEntity[]): Promise<void> {
  if (files.length > 0) await tables(em).insertInto('card_evidence_file').values(files).execute()
}

/** Files of evidence that the processor does not have yet. */
export const findEvidenceFiles = (em: Em, { ids }: Named): Promise<CardEvidenceFileEntity[]> =>
  tables(em).selectFrom('card_evidence_file').selectAll().where('id', 'in', ids).execute()

/** Forgets files of evidence. */
export async function deleteEvidenceFiles(em: Em, { ids }: Named): Promise<void> {
  await tables(em).deleteFrom('card_evidence_file').where('id', 'in', ids).execute()
}
