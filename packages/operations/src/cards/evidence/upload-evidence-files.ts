import { deleteEvidenceFiles, findEvidenceFiles } from '@gateway/db/cards/evidence/evidence-queries'
import type { ProcessorTaskEntity } from '@gateway/db/cards/processor/processor-task.entity'
import type { Em } from '@gateway/db/orm'
import type { EvidenceFiles } from '@gateway/domain/cards/evidence'
import { readFile } from '@gateway/providers/stripe/answers/disputes'
import type { FailedCall } from '@gateway/providers/stripe/outcome'
import { fileUpload } from '@gateway/providers/stripe/requests/disputes'
import type { ProcessorContext } from '../lifecycle/processor-context.ts'

/** The part of a task's request that names its files. */
export interface TaskFiles {
  readonly fileIds: readonly string[]
}

/** The files at the processor, by kind, or the call that failed. A repetition uploads with the same keys and gets the same files. */
export async function uploadEvidenceFiles(
  ctx: ProcessorContext,
  { fileIds, account }: TaskFiles & { readonly account: string | null },
): Promise<{ readonly files: EvidenceFiles } | FailedCall> {
  if (fileIds.length === 0) return { files: {} }
  const uploaded: Record<string, string> = {}
  for (const { id, kind, name, type, bytes: data } of await findEvidenceFiles(ctx.orm.em.fork(), { ids: fileIds })) {
    const request = fileUpload({ account, name, type, data })
    const stored = await ctx.processor.send(request, { read: readFile, idempotencyKey: `dispute_file:${id}` })
    if (stored.result !== 'done') return stored
    uploaded[kind] = stored.facts.id
  }
  return { files: uploaded }
}

/** Forgets the files of a task `dispute_evidence` that has ended, in the caller's transaction. */
export async function forgetTaskFiles(em: Em, { request }: Pick<ProcessorTaskEntity, 'request'>): Promise<void> {
  // The api has stored it.
  const { fileIds } = request as TaskFiles
  if (fileIds.length > 0) await deleteEvidenceFiles(em, { ids: fileIds })
}
