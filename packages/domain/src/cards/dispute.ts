import type { BusinessId, MerchantId, Mode } from '../kernel/id.ts'
import type { FiatCode } from '../money/fiat.ts'
import type { CardPaymentInput } from './payment-machine.ts'

/** What a dispute is to its payment: nothing yet or any more, open, or decided. */
export type DisputePhase = 'quiet' | 'open' | 'won' | 'lost'

interface DisputeStatusRow {
  readonly phase: DisputePhase
  /** A question of the bank that no money has moved for; it stops releases and refunds while it is open. */
  readonly isOpenInquiry: boolean
  /** The merchant can send evidence or accept. */
  readonly isAnswerable: boolean
}

const row = (phase: DisputePhase, facts: Partial<DisputeStatusRow> = {}): DisputeStatusRow => ({
  phase,
  isOpenInquiry: false,
  isAnswerable: false,
  ...facts,
})

/** Every status that the processor documents (Dispute.status, 2026-10-28.endive). */
export const disputeStatuses = {
  warning_needs_response: row('quiet', { isOpenInquiry: true, isAnswerable: true }),
  warning_under_review: row('quiet', { isOpenInquiry: true }),
  warning_closed: row('quiet'),
  prevented: row('quiet'),
  needs_response: row('open', { isAnswerable: true }),
  under_review: row('open'),
  won: row('won'),
  lost: row('lost'),
  appeal_needs_response: row('open', { isAnswerable: true }),
  appeal_under_review: row('open'),
} as const satisfies Readonly<Record<string, DisputeStatusRow>>

/** Status of a dispute in answers; `unknown` for one that this version does not know, which is shown beside it as the processor spells it. */
export type DisputeStatus = keyof typeof disputeStatuses | 'unknown'

/** Every status, for filters and schemas. */
export const disputeStatusNames = [...(Object.keys(disputeStatuses) as (keyof typeof disputeStatuses)[]), 'unknown' as const]

/** A dispute of a card payment. Its money moves by the processor's withdrawals alone. */
export interface CardDispute {
  readonly id: string
  readonly processorDisputeId: string
  readonly paymentId: string
  readonly merchantId: MerchantId
  readonly businessId: BusinessId
  readonly mode: Mode
  readonly status: DisputeStatus
  /** As the processor spelled it last. */
  readonly processorStatus: string
  readonly phase: DisputePhase
  readonly reason: string
  readonly amountMinor: bigint
  /** What it has withdrawn of an escrow and not given back; 0 for a direct payment, whose disputes are its merchant's. */
  readonly withdrawnMinor: bigint
  readonly currency: FiatCode
  /** Until when evidence counts; null where none does. */
  readonly evidenceDueAt: Date | null
  readonly hasEvidence: boolean
  /** How often evidence was submitted. */
  readonly submissions: number
  /** When the processor was asked for what is stored here; older answers are ignored. */
  readonly asOf: Date
  readonly createdAt: Date
  readonly updatedAt: Date
}

/** The status of a processor's word; `unknown` for any other. */
export const disputeStatusOf = (word: string): DisputeStatus =>
  Object.hasOwn(disputeStatuses, word) ? (word as keyof typeof disputeStatuses) : 'unknown'

/** The facts of a status; an unknown one changes nothing, so a dispute keeps the phase that it had. */
export const disputeRow = (status: DisputeStatus, before: DisputePhase = 'quiet'): DisputeStatusRow =>
  status === 'unknown' ? row(before) : disputeStatuses[status]

/** True while the processor has more to say: nothing is decided yet, or the money of a dispute that is not lost is not back. */
export const isAwaited = ({ status, phase, withdrawnMinor }: Pick<CardDispute, 'status' | 'phase' | 'withdrawnMinor'>): boolean =>
  status === 'unknown' || phase === 'open' || disputeRow(status).isOpenInquiry || (phase !== 'lost' && withdrawnMinor !== 0n)

/** What a dispute does to its payment: `restore` stands for the input that its refunds choose. */
export type DisputeStep = Extract<CardPaymentInput, 'dispute' | 'dispute_again' | 'lose'> | 'restore'

/**
 * The steps from one phase to another, by row and column. The processor is asked for the present phase only, so phases between may never be seen; the
 * payment takes every step that they would have made, and ends in the same state.
 */
const steps: Readonly<Record<DisputePhase, Readonly<Record<DisputePhase, readonly DisputeStep[]>>>> = {
  quiet: { quiet: [], open: ['dispute'], won: ['dispute', 'restore'], lost: ['dispute', 'lose'] },
  open: { quiet: ['restore'], open: [], won: ['restore'], lost: ['lose'] },
  won: { quiet: [], open: ['dispute_again'], won: [], lost: ['dispute_again', 'lose'] },
  lost: { quiet: ['restore'], open: [], won: ['restore'], lost: [] },
}

/** What the payment of a dispute goes through when the dispute is found in another phase; a new dispute was `quiet` before. */
export const disputeSteps = (before: DisputePhase, after: DisputePhase): readonly DisputeStep[] => steps[before][after]
