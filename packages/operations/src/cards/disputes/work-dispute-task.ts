import { readCardPayment } from '@gateway/db/cards/card-queries'
import { readDisputeRow } from '@gateway/db/cards/dispute-queries'
import { readDispute } from '@gateway/providers/stripe/answers/disputes'
import type { StripeRequest } from '@gateway/providers/stripe/calls'
import { disputeAcceptance, evidenceUpdate } from '@gateway/providers/stripe/requests/disputes'
import { chargedAccount } from '../lifecycle/card-holding.ts'
import { refusedFor, type TaskHandler } from '../lifecycle/processor-task.ts'
import type { EvidenceRequest } from './answer-dispute.ts'
import { recordDispute } from './record-dispute.ts'

type MakeRequest = (named: { id: string; account: string | null }, request: unknown) => StripeRequest

/** Calls about the dispute of a task, and brings our row to the answer. */
const answering =
  (make: MakeRequest): TaskHandler =>
  async (ctx, task) => {
    const em = ctx.orm.em.fork()
    const dispute = await readDisputeRow(em, { id: task.ref })
    const payment = dispute && (await readCardPayment(em, { id: dispute.paymentId }))
    if (!payment) return refusedFor('dispute_unknown')
    const account = chargedAccount(payment)
    const askedAt = ctx.clock.now()
    const request = make({ id: dispute.processorDisputeId, account }, task.request)
    const answer = await ctx.processor.send(request, { read: readDispute, idempotencyKey: `${task.kind}:${task.id}` })
    if (answer.result !== 'done') return answer
    await recordDispute(ctx, { facts: answer.facts, askedAt, account })
    return { result: 'done', answer: {} }
  }

/** Sends the evidence of a task `dispute_evidence`. */
export const sendDisputeEvidence = answering(({ id, account }, request) => {
  // The api has stored it.
  const { texts, isFinal } = request as EvidenceRequest
  return evidenceUpdate({ disputeId: id, account, texts, files: {}, isFinal })
})

/** Accepts the dispute of a task `dispute_accept`. */
export const acceptAtProcessor = answering(({ id, account }) => disputeAcceptance(id, account))
