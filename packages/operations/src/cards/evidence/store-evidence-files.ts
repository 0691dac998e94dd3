import { insertEvidenceFiles } from '@gateway/db/cards/evidence/evidence-queries'
import type { Em } from '@gateway/db/orm'
import { type EvidenceFile, type EvidenceFileType, requireEvidenceFile } from '@gateway/domain/cards/evidence-file'
import type { Context } from '../../kernel/context.ts'

/** A file of evidence that the processor takes, under the id of its row. */
export interface AcceptedFile extends EvidenceFile {
  readonly id: string
  readonly type: EvidenceFileType
}

/** Files that may be stored. @throws {EvidenceFileRefused} for one that the processor would not take. */
export const acceptFiles = (ctx: Pick<Context, 'ids'>, files: readonly EvidenceFile[]): AcceptedFile[] =>
  files.map((file) => ({ ...file, id: ctx.ids.uuid(), type: requireEvidenceFile(file) }))

/** Stores files of evidence about a dispute in the caller's transaction, until their task has ended. */
export async function storeEvidenceFiles(
  em: Em,
  ctx: Pick<Context, 'clock'>,
  { disputeId, files }: { readonly disputeId: string; readonly files: readonly AcceptedFile[] },
): Promise<void> {
  const createdAt = ctx.clock.now()
  await insertEvidenceFiles(
    em,
    files.map(({ bytes, ...file }) => ({ ...file, bytes: Buffer.from(bytes), disputeId, createdAt })),
  )
}
