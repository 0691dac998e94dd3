import type { CardDisputeEntity } from '@gateway/db/cards/card-dispute.entity'
import type { CardEvidenceFileEntity } from '@gateway/db/cards/evidence/card-evidence-file.entity'
import { readCardPayment } from '@gateway/db/cards/card-queries'
import { readDisputeRow } from '@gateway/db/cards/dispute-queries'
import { deleteEvidenceFile, findEvidenceFile } from '@gateway/db/cards/evidence/evidence-queries'
import type { ProcessorTaskEntity } from '@gateway/db/cards/processor/processor-task.entity'
import { readDispute, readFile } from '@gateway/providers/stripe/answers/disputes'
import { evidenceUpdate, fileUpload } from '@gateway/providers/stripe/requests/disputes'
import { chargedAccount } from '../lifecycle/card-holding.ts'
import type { ProcessorContext } from '../lifecycle/processor-context.ts'
import { refusedFor, type TaskEnd, type TaskHandler } from '../lifecycle/processor-task.ts'
import { recordDispute } from '../disputes/record-dispute.ts'
import type { EvidenceFileRequest } from './send-evidence-file.ts'

interface Upload {
  readonly task: ProcessorTaskEntity
  readonly file: CardEvidenceFileEntity
  readonly dispute: CardDisputeEntity
  readonly account: string | null
}

/**
 * Uploads the file of a task `dispute_file` and stages it on its dispute. A repetition makes both calls with the same keys; once the row of the file is
 * gone, nothing is left to do.
 */
export const uploadEvidenceFile: TaskHandler = async (ctx, task) => {
  // The api has stored it.
  const { fileId } = task.request as EvidenceFileRequest
  const em = ctx.orm.em.fork()
  const file = await findEvidenceFile(em, { id: fileId })
  if (!file) return { result: 'done', answer: {} }
  const dispute = await readDisputeRow(em, { id: task.ref })
  const payment = dispute && (await readCardPayment(em, { id: dispute.paymentId }))
  if (!payment) return refusedFor('dispute_unknown')
  const end = await upload(ctx, { task, file, dispute, account: chargedAccount(payment) })
  if (end.result === 'done' || end.result === 'refused') await deleteEvidenceFile(ctx.orm.em.fork(), { id: fileId })
  return end
}

async function upload(ctx: ProcessorContext, { task, file, dispute, account }: Upload): Promise<TaskEnd> {
  const { kind, name, type, bytes: data } = file
  const sent = fileUpload({ account, name, type, data })
  const stored = await ctx.processor.send(sent, { read: readFile, idempotencyKey: `dispute_file:${task.id}` })
  if (stored.result !== 'done') return stored
  const askedAt = ctx.clock.now()
  const staged = evidenceUpdate({
    disputeId: dispute.processorDisputeId,
    account,
    texts: {},
    files: { [kind]: stored.facts.id },
    isFinal: false,
  })
  const answer = await ctx.processor.send(staged, { read: readDispute, idempotencyKey: `dispute_file_staged:${task.id}` })
  if (answer.result !== 'done') return answer
  await recordDispute(ctx, { facts: answer.facts, askedAt, account })
  return { result: 'done', answer: {} }
}
