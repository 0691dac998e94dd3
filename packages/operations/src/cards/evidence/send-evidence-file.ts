import { findDispute } from '@gateway/db/cards/dispute-queries'
import type { CardEvidenceFileEntity } from '@gateway/db/cards/evidence/card-evidence-file.entity'
import { insertEvidenceFile } from '@gateway/db/cards/evidence/evidence-queries'
import type { Actor } from '@gateway/domain/accounts/merchant'
import { type CardDispute, disputeRow } from '@gateway/domain/cards/dispute'
import { requireEvidenceFile } from '@gateway/domain/cards/evidence-file'
import { InvalidState, NotFound } from '@gateway/domain/kernel/error'
import { requireMerchant } from '../../accounts/auth/require-merchant.ts'
import { businessScope } from '../../businesses/business-scope.ts'
import type { ApiContext } from '../../kernel/context.ts'
import { transaction } from '../../kernel/transaction.ts'
import { awaitDispute } from '../disputes/answer-dispute.ts'
import { askProcessor } from '../lifecycle/processor-task.ts'

/** A file of evidence, and the dispute that it is about. */
export interface EvidenceUpload extends Pick<CardEvidenceFileEntity, 'kind' | 'name'> {
  readonly actor: Actor
  /** The dispute, by its id or the processor's. */
  readonly dispute: string
  readonly bytes: Uint8Array
}

/** What a task `dispute_file` is asked with. */
export interface EvidenceFileRequest {
  readonly fileId: string
}

/**
 * Stores a file of evidence with the processor, where it waits until the evidence is sent to the bank; another file of the same kind takes its place.
 *
 * @throws {MerchantTokenRequired} {NotFound} {EvidenceFileRefused} @throws {InvalidState} when the dispute waits for no answer.
 * @throws {ProcessorFailed} {ProcessorLate}
 */
export async function sendEvidenceFile(ctx: ApiContext, upload: EvidenceUpload): Promise<CardDispute> {
  const dispute = await findDispute(ctx.orm.em.fork(), { ...businessScope(requireMerchant(upload.actor)), name: upload.dispute })
  if (!dispute) throw new NotFound('dispute')
  if (!disputeRow(dispute.status).isAnswerable) throw new InvalidState(dispute.status, 'dispute_file')
  const type = requireEvidenceFile(upload.bytes)
  const { kind, name } = upload
  const fileId = ctx.ids.uuid()
  const taskId = await transaction(ctx, async (em) => {
    const createdAt = ctx.clock.now()
    await insertEvidenceFile(em, { id: fileId, disputeId: dispute.id, kind, name, type, bytes: Buffer.from(upload.bytes), createdAt })
    return askProcessor(em, ctx, { kind: 'dispute_file', ref: dispute.id, request: { fileId } satisfies EvidenceFileRequest })
  })
  return awaitDispute(ctx, { taskId })
}
