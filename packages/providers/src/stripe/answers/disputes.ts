import type { DisputeFacts } from '@gateway/domain/cards/facts'
import { z } from 'zod'
import { BalanceLine } from './charges.ts'
import { Currency, IdOf, Minor, Moment, readerOf } from './shape.ts'

const EvidenceDetails = z.object({ due_by: Moment.nullish(), has_evidence: z.boolean(), submission_count: z.int() })

/** Reads a dispute (docs.stripe.com/api/disputes/object). */
export const readDispute = readerOf(
  z
    .object({
      object: z.literal('dispute'),
      id: z.string(),
      status: z.string(),
      reason: z.string(),
      amount: Minor,
      currency: Currency,
      charge: IdOf,
      payment_intent: IdOf.nullish(),
      evidence_details: EvidenceDetails,
      balance_transactions: z.array(BalanceLine).nullish(),
      created: Moment,
    })
    .transform((dispute): DisputeFacts => ({
      id: dispute.id,
      status: dispute.status,
      reason: dispute.reason,
      amountMinor: dispute.amount,
      currency: dispute.currency,
      chargeId: dispute.charge,
      paymentIntentId: dispute.payment_intent ?? null,
      evidenceDueAt: dispute.evidence_details.due_by ?? null,
      hasEvidence: dispute.evidence_details.has_evidence,
      submissions: dispute.evidence_details.submission_count,
      balances: dispute.balance_transactions ?? [],
      createdAt: dispute.created,
    })),
)

/** Reads a file that was uploaded. */
export const readFile = readerOf(z.object({ object: z.literal('file'), id: z.string() }).transform(({ id }) => ({ id })))
