import type { z } from 'zod'
import type { Dispute, DisputeStatus } from '../objects/dispute.ts'
import { mergeMetadata } from '../objects/metadata.ts'
import { emitEvent } from '../events/emit-event.ts'
import { moveDispute } from '../payments/disputes.ts'
import { planOutcome } from '../payments/plan-outcome.ts'
import type { World } from '../state/world.ts'
import { objectAt } from '../server/object-at.ts'
import { type Call, route, type Route } from '../server/route.ts'
import { all, find, update } from '../state/store.ts'
import { invalidRequest, resourceMissing } from '../wire/api-error.ts'
import { pageOf } from '../wire/list.ts'
import { boolean, listParams, metadata, nested, params, text, unsettable } from '../wire/params.ts'

const PATH = '/v1/disputes'

/** Evidence that is an uploaded file. */
const fileNames =
  'cancellation_policy customer_communication customer_signature duplicate_charge_documentation receipt refund_policy service_documentation shipping_documentation uncategorized_file'.split(
    ' ',
  )

/** Evidence that is a text. */
const textNames =
  'access_activity_log billing_address cancellation_policy_disclosure cancellation_rebuttal customer_email_address customer_name customer_purchase_ip duplicate_charge_explanation duplicate_charge_id product_description refund_policy_disclosure refund_refusal_explanation service_date shipping_address shipping_carrier shipping_date shipping_tracking_number uncategorized_text'.split(
    ' ',
  )

/** All texts together may be this long. Source: docs.stripe.com/disputes/responding. */
const MAX_EVIDENCE = 150_000

const evidence = nested(Object.fromEntries([...fileNames, ...textNames].map((name) => [name, unsettable(20_000).optional()])))

const UpdateParams = params({ evidence: evidence.optional(), metadata: metadata.optional(), submit: boolean.optional() })
const ListParams = listParams({ charge: text().optional(), payment_intent: text().optional() })

const disputeAt = objectAt('dispute', 'dispute')

/** Disputes, their evidence, and giving in. */
export const disputeRoutes: readonly Route[] = [
  route({ method: 'GET', path: PATH, permission: 'disputes:read', params: ListParams, handle: list }),
  route({ method: 'GET', path: `${PATH}/:id`, permission: 'disputes:read', params: params({}), handle: disputeAt }),
  route({ method: 'POST', path: `${PATH}/:id`, permission: 'disputes:write', params: UpdateParams, handle: change }),
  route({ method: 'POST', path: `${PATH}/:id/close`, permission: 'disputes:write', params: params({}), handle: close }),
]

function list({ world, account, params: query, path }: Call<z.output<typeof ListParams>>) {
  const matching = all(world, { kind: 'dispute', account }).filter(
    ({ charge, payment_intent }) => (query.charge ?? charge) === charge && (query.payment_intent ?? payment_intent) === payment_intent,
  )
  return pageOf(path, matching, query)
}

/** The state after evidence was submitted. */
const reviewed: Partial<Record<DisputeStatus, DisputeStatus>> = {
  needs_response: 'under_review',
  warning_needs_response: 'warning_under_review',
  appeal_needs_response: 'appeal_under_review',
}

/** Evidence is submitted unless `submit` is false; without evidence nothing is. */
function change(call: Call<z.output<typeof UpdateParams>>): Dispute {
  const { world, params: sent } = call
  const dispute = disputeAt(call)
  const isSubmitted = sent.submit ?? sent.evidence !== undefined
  const next = reviewed[dispute.status]
  if (!next && (sent.evidence || sent.submit))
    throw invalidRequest('This dispute is already closed or under review.', { code: 'dispute_closed' })
  checkEvidence(call, sent.evidence)
  const merged = { ...dispute.evidence, ...sent.evidence }
  const details = { ...dispute.evidence_details, has_evidence: Object.keys(merged).length > 0 }
  const updated = update(world, dispute, {
    evidence: merged,
    evidence_details: isSubmitted ? { ...details, submission_count: details.submission_count + 1 } : details,
    metadata: mergeMetadata(dispute.metadata, sent.metadata),
  })
  if (isSubmitted && next) return review(world, updated, next)
  emitEvent(world, 'charge.dispute.updated', updated)
  return updated
}

/** Texts that decide a dispute in the processor's test mode. Source: docs.stripe.com/testing#disputes. */
const decisive: Readonly<Record<string, 'succeeded' | 'failed'>> = { winning_evidence: 'succeeded', losing_evidence: 'failed' }

function review(world: World, dispute: Dispute, status: DisputeStatus): Dispute {
  const sent = dispute.evidence['uncategorized_text'] ?? ''
  const outcome = Object.hasOwn(decisive, sent) ? decisive[sent] : undefined
  if (outcome) planOutcome(world, dispute.id, outcome)
  return moveDispute(world, dispute, status)
}

function checkEvidence({ world, account }: Call<unknown>, sent: Readonly<Record<string, string | undefined>> = {}): void {
  const length = textNames.reduce((sum, name) => sum + (sent[name]?.length ?? 0), 0)
  if (length > MAX_EVIDENCE)
    throw invalidRequest(`The combined character count of evidence must be at most ${MAX_EVIDENCE}.`, { param: 'evidence' })
  for (const name of fileNames) {
    const id = sent[name]
    const file = id ? find(world, { kind: 'file', account }, id) : undefined
    if (id && !file) throw resourceMissing('file', id, `evidence[${name}]`)
    if (file && file.purpose !== 'dispute_evidence')
      throw invalidRequest('The file must have the purpose dispute_evidence.', { param: `evidence[${name}]` })
  }
}

function close(call: Call<unknown>): Dispute {
  const dispute = disputeAt(call)
  if (!reviewed[dispute.status]) throw invalidRequest('This dispute is already closed or under review.', { code: 'dispute_closed' })
  return moveDispute(call.world, dispute, dispute.status === 'warning_needs_response' ? 'warning_closed' : 'lost')
}
