import type { Em } from '../../orm.ts'
import { tables } from '../../tables.ts'
import type { CardEvidenceFileEntity } from './card-evidence-file.entity.ts'

/** Stores a file of evidence until the processor has it. */
export async function insertEvidenceFile(em: Em, file: CardEvidenceFileEntity): Promise<void> {
  await tables(em).insertInto('card_evidence_file').values(file).execute()
}

/** A file of evidence; undefined once the processor has it or refuses it. */
export const findEvidenceFile = (em: Em, { id }: { id: string }): Promise<CardEvidenceFileEntity | undefined> =>
  tables(em).selectFrom('card_evidence_file').selectAll().where('id', '=', id).executeTakeFirst()

/** Forgets a file of evidence. */
export async function deleteEvidenceFile(em: Em, { id }: { id: string }): Promise<void> {
  await tables(em).deleteFrom('card_evidence_file').where('id', '=', id).execute()
}
