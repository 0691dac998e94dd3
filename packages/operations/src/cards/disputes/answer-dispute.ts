import type { DisputeEvidenceInput } from '@gateway/contract/cards/evidence'
import { findDispute } from '@gateway/db/cards/dispute-queries'
import { insertTogether } from '@gateway/db/kernel/insert-together'
import type { Em } from '@gateway/db/orm'
import type { Actor } from '@gateway/domain/accounts/merchant'
import { type CardDispute, disputeRow } from '@gateway/domain/cards/dispute'
import { InvalidState, NotFound } from '@gateway/domain/kernel/error'
import { businessScope } from '../../businesses/business-scope.ts'
import type { Keep } from '../../idempotency/idempotency-keys.ts'
import type { ApiContext } from '../../kernel/context.ts'
import { transaction } from '../../kernel/transaction.ts'
import { acceptFiles, storeEvidenceFiles } from '../evidence/store-evidence-files.ts'
import type { TaskFiles } from '../evidence/upload-evidence-files.ts'
import { awaitTask } from '../lifecycle/await-processor.ts'
import { askProcessor, type TaskKind } from '../lifecycle/processor-task.ts'
import { readDisputeOf } from './get-dispute.ts'

interface Answering {
  readonly actor: Actor
  readonly keep?: Keep<CardDispute> | undefined
}

/** What a task `dispute_evidence` is asked with, as its row keeps it. */
export type EvidenceRequest = Pick<DisputeEvidenceInput, 'texts' | 'isFinal'> & TaskFiles

/** What the processor is asked about a dispute, and what is stored with it. */
interface Asking {
  readonly kind: TaskKind
  readonly request: unknown
  readonly beside?: (em: Em, disputeId: string) => Promise<void>
}

/**
 * Sends evidence of a merchant against a dispute; the bank reads what was sent finally, once. A further file of the same kind takes the place of the first.
 *
 * @throws {NotFound} {EvidenceFileRefused} @throws {InvalidState} when the dispute waits for no answer. @throws {ProcessorFailed} {ProcessorLate}
 */
export const sendEvidence = async (
  ctx: ApiContext,
  { actor, evidence, keep }: Answering & { readonly evidence: DisputeEvidenceInput },
): Promise<CardDispute> => {
  const { id: name, texts, isFinal } = evidence
  const files = acceptFiles(ctx, evidence.files)
  const request: EvidenceRequest = { texts, isFinal, fileIds: files.map(({ id }) => id) }
  const beside = (em: Em, disputeId: string) => storeEvidenceFiles(em, ctx, { disputeId, files })
  return answer(ctx, { actor, keep, name }, { kind: 'dispute_evidence', request, beside })
}

/** Accepts a dispute, which is lost with it for good. @throws {NotFound} {InvalidState} {ProcessorFailed} {ProcessorLate} */
export const acceptDispute = (ctx: ApiContext, named: Answering & { readonly name: string }): Promise<CardDispute> =>
  answer(ctx, named, { kind: 'dispute_accept', request: {} })

async function answer(
  ctx: ApiContext,
  { actor, name, keep }: Answering & { readonly name: string },
  { kind, request, beside }: Asking,
): Promise<CardDispute> {
  const dispute = await findDispute(ctx.orm.em.fork(), { ...businessScope(actor), name })
  if (!dispute) throw new NotFound('dispute')
  if (!disputeRow(dispute.status).isAnswerable) throw new InvalidState(dispute.status, kind)
  const taskId = await transaction(ctx, async (em) => {
    await beside?.(em, dispute.id)
    const id = await askProcessor(em, ctx, { kind, request, ref: dispute.id })
    if (keep) await insertTogether(em, [keep.begun(id)])
    return id
  })
  return awaitDispute(ctx, { taskId })
}

/** A dispute after the answer of a task that was asked for. @throws {ProcessorFailed} {ProcessorLate} */
export async function awaitDispute(ctx: ApiContext, { taskId }: { taskId: string }): Promise<CardDispute> {
  return readDisputeOf(ctx, { id: (await awaitTask(ctx, taskId)).ref })
}
