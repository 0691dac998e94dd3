import { readCardPayment } from '@gateway/db/cards/card-queries'
import { readDisputeRow } from '@gateway/db/cards/dispute-queries'
import type { ProcessorTaskEntity } from '@gateway/db/cards/processor/processor-task.entity'
import { readDispute } from '@gateway/providers/stripe/answers/disputes'
import type { StripeRequest } from '@gateway/providers/stripe/calls'
import type { FailedCall } from '@gateway/providers/stripe/outcome'
import { disputeAcceptance, evidenceUpdate } from '@gateway/providers/stripe/requests/disputes'
import { uploadEvidenceFiles } from '../evidence/upload-evidence-files.ts'
import { chargedAccount } from '../lifecycle/card-holding.ts'
import type { ProcessorContext } from '../lifecycle/processor-context.ts'
import { refusedFor, type TaskHandler } from '../lifecycle/processor-task.ts'
import type { EvidenceRequest } from './answer-dispute.ts'
import { recordDispute } from './record-dispute.ts'

interface Asked {
  /** The dispute at the processor, and the account of its charge. */
  readonly disputeId: string
  readonly account: string | null
  readonly task: ProcessorTaskEntity
}

type Prepare = (ctx: ProcessorContext, asked: Asked) => Promise<{ readonly request: StripeRequest } | FailedCall>

/** Calls about the dispute of a task, and brings our row to the answer. */
const answering =
  (prepare: Prepare): TaskHandler =>
  async (ctx, task) => {
    const em = ctx.orm.em.fork()
    const dispute = await readDisputeRow(em, { id: task.ref })
    const payment = dispute && (await readCardPayment(em, { id: dispute.paymentId }))
    if (!payment) return refusedFor('dispute_unknown')
    const account = chargedAccount(payment)
    const prepared = await prepare(ctx, { disputeId: dispute.processorDisputeId, account, task })
    if ('result' in prepared) return prepared
    const askedAt = ctx.clock.now()
    const answer = await ctx.processor.send(prepared.request, { read: readDispute, idempotencyKey: `${task.kind}:${task.id}` })
    if (answer.result !== 'done') return answer
    await recordDispute(ctx, { facts: answer.facts, askedAt, account })
    return { result: 'done', answer: {} }
  }

/** Sends the evidence of a task `dispute_evidence`, its files first. */
export const sendDisputeEvidence = answering(async (ctx, { disputeId, account, task }) => {
  // The api has stored it.
  const { texts, isFinal, fileIds } = task.request as EvidenceRequest
  const uploaded = await uploadEvidenceFiles(ctx, { fileIds, account })
  return 'result' in uploaded ? uploaded : { request: evidenceUpdate({ disputeId, account, texts, files: uploaded.files, isFinal }) }
})

/** Accepts the dispute of a task `dispute_accept`. */
export const acceptAtProcessor = answering(async (_ctx, { disputeId, account }) => ({ request: disputeAcceptance(disputeId, account) }))
