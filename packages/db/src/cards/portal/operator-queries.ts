import type { ProcessorPurpose } from '@gateway/domain/cards/purposes'
import { sql } from 'kysely'
import type { Em } from '../../orm.ts'
import { tables } from '../../tables.ts'

/** Money that the processor was asked to move and that has no outcome. Times are RFC 3339, amounts in the smallest unit. */
export interface OpenIntent {
  readonly id: string
  readonly purpose: ProcessorPurpose
  readonly paymentId: string
  readonly escrowId: string | null
  readonly businessName: string
  /** The account of the merchant at the processor, and the payment intent there. */
  readonly accountId: string
  readonly processorPaymentId: string | null
  readonly amountMinor: string
  readonly currency: string
  readonly calls: number
  readonly problem: string | null
  readonly since: Date
  readonly nextTryAt: Date | null
}

/** A dispute or an inquiry that is not decided. */
export interface OpenDispute {
  readonly id: string
  readonly paymentId: string
  readonly businessName: string
  readonly accountId: string
  readonly processorDisputeId: string
  readonly isEscrow: boolean
  readonly status: string
  readonly reason: string
  readonly amountMinor: string
  readonly currency: string
  readonly hasEvidence: boolean
  readonly dueAt: Date | null
  readonly since: Date
}

/** A card payment that an operator decides about. */
export interface HeldCard {
  readonly id: string
  readonly escrowId: string | null
  readonly businessName: string
  readonly accountId: string
  readonly processorPaymentId: string | null
  readonly reason: string
  readonly state: string
  readonly amountMinor: string
  readonly currency: string
  readonly since: Date
}

const cardColumns = sql`card.processor_account_id AS "accountId", card.payment_intent_id AS "processorPaymentId", card.escrow_id AS "escrowId",
  owner.name AS "businessName"`

/** Money movements without an outcome, the oldest first, at most so many: those that have failed once, and those that were planned before a moment. */
export async function findOpenIntents(em: Em, { before, most }: { before: Date; most: number }): Promise<OpenIntent[]> {
  const { rows } = await sql<OpenIntent>`SELECT intent.id, intent.purpose, intent.payment_id AS "paymentId", ${cardColumns},
      intent.amount_minor::text AS "amountMinor", intent.currency, coalesce(attempt.calls, 0) AS calls, attempt.last_problem AS problem,
      intent.created_at AS since, attempt.try_at AS "nextTryAt"
    FROM processor_intent intent JOIN card_payment card ON card.id = intent.payment_id JOIN business owner ON owner.id = card.business_id
    LEFT JOIN processor_attempt attempt ON attempt.intent_id = intent.id
    WHERE intent.state NOT IN ('final', 'void') AND (attempt.last_problem IS NOT NULL OR intent.created_at < ${before}::timestamptz)
    ORDER BY intent.created_at LIMIT ${most}`.execute(tables(em))
  return rows.map((row) => ({ ...row, since: new Date(row.since), nextTryAt: row.nextTryAt && new Date(row.nextTryAt) }))
}

/** Disputes and inquiries of some statuses, the nearest deadline first, at most so many. */
export async function findOpenDisputes(em: Em, { statuses, most }: { statuses: readonly string[]; most: number }): Promise<OpenDispute[]> {
  const { rows } = await sql<OpenDispute>`SELECT dispute.id, dispute.payment_id AS "paymentId", owner.name AS "businessName",
      card.processor_account_id AS "accountId", card.escrow_id IS NOT NULL AS "isEscrow", dispute.processor_dispute_id AS "processorDisputeId",
      dispute.status, dispute.reason, dispute.amount_minor::text AS "amountMinor", dispute.currency, dispute.has_evidence AS "hasEvidence",
      dispute.evidence_due_at AS "dueAt", dispute.created_at AS since
    FROM card_dispute dispute JOIN card_payment card ON card.id = dispute.payment_id JOIN business owner ON owner.id = dispute.business_id
    WHERE dispute.phase IN ('quiet', 'open') AND dispute.status = ANY (${[...statuses]}::text[])
    ORDER BY dispute.evidence_due_at NULLS LAST, dispute.id LIMIT ${most}`.execute(tables(em))
  return rows.map((row) => ({ ...row, since: new Date(row.since), dueAt: row.dueAt && new Date(row.dueAt) }))
}

/** Held card payments, the oldest change first, at most so many. */
export async function listHeldCards(em: Em, { most }: { most: number }): Promise<HeldCard[]> {
  const { rows } = await sql<HeldCard>`SELECT card.id, ${cardColumns}, card.hold_reason AS reason, card.state,
      card.amount_minor::text AS "amountMinor", card.currency, card.updated_at AS since
    FROM card_payment card JOIN business owner ON owner.id = card.business_id
    WHERE card.hold_reason IS NOT NULL ORDER BY card.updated_at LIMIT ${most}`.execute(tables(em))
  return rows.map((row) => ({ ...row, since: new Date(row.since) }))
}
