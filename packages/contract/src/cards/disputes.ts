import { type CardDispute, disputeRow, disputeStatusNames } from '@gateway/domain/cards/dispute'
import type { CardPayout } from '@gateway/domain/cards/payout'
import { z } from 'zod'
import { CardCurrency, CardUnits, presentCardCurrency } from './scalars.ts'
import { Id } from '../wire/id.ts'
import { isLive, Livemode } from '../wire/mode.ts'
import { memberOf, view } from '../wire/objects/view.ts'
import { presentTime, presentTimeOrNull, Time } from '../wire/time.ts'

const ProcessorDisputeId = z.string().meta({ description: 'The dispute at the processor.', example: 'dp_1' })
const Status = z.enum(disputeStatusNames).meta({
  description: '`warning_…` is a question of the bank that moves no money. `unknown` is a status that this version does not know.',
  example: 'needs_response',
})
const ProcessorStatus = z.string().meta({ description: 'The status as the processor spells it.', example: 'needs_response' })
const Reason = z
  .string()
  .meta({ description: 'Why the cardholder disputes the charge, in the words of the processor.', example: 'fraudulent' })
const Due = Time.nullable().meta({ description: 'Evidence counts until then; null where none does.', example: '2026-10-08T23:59:59.000Z' })
const CanRespond = z.boolean().meta({ description: 'The merchant can send evidence or accept the dispute.', example: true })

const its = memberOf<CardDispute>()
/** A dispute of a card payment, in an answer. */
export const cardDisputeView = view(
  {
    id: its(Id, 'id'),
    payment_id: its(Id, 'paymentId'),
    business_id: its(Id, 'businessId'),
    processor_dispute_id: its(ProcessorDisputeId, 'processorDisputeId'),
    status: its(Status, 'status'),
    processor_status: its(ProcessorStatus, 'processorStatus'),
    reason: its(Reason, 'reason'),
    amount: its(CardUnits, ({ amountMinor }) => Number(amountMinor)),
    currency: its(CardCurrency, ({ currency }) => presentCardCurrency(currency)),
    evidence_due_at: its(Due, ({ evidenceDueAt }) => presentTimeOrNull(evidenceDueAt)),
    has_evidence: its(z.boolean().meta({ description: 'Evidence is stored.', example: false }), 'hasEvidence'),
    submission_count: its(z.int().meta({ description: 'So often evidence was sent to the bank.', example: 0 }), 'submissions'),
    can_respond: its(CanRespond, ({ status }) => disputeRow(status).isAnswerable),
    created_at: its(Time, ({ createdAt }) => presentTime(createdAt)),
    updated_at: its(Time, ({ updatedAt }) => presentTime(updatedAt)),
    livemode: its(Livemode, ({ mode }) => isLive(mode)),
  },
  { id: 'CardDispute', description: 'A dispute or an inquiry of a cardholder’s bank about a card payment.' },
)

const payouts = memberOf<CardPayout>()
/** A payout of the processor, in an answer. */
export const cardPayoutView = view(
  {
    id: payouts(Id, 'id'),
    business_id: payouts(Id, 'businessId'),
    processor_payout_id: payouts(z.string().meta({ description: 'The payout at the processor.', example: 'po_1' }), 'processorPayoutId'),
    amount: payouts(CardUnits, ({ amountMinor }) => Number(amountMinor)),
    currency: payouts(CardCurrency, ({ currency }) => presentCardCurrency(currency)),
    status: payouts(z.string().meta({ description: 'pending, in_transit, paid, failed or canceled.', example: 'paid' }), 'status'),
    arrives_at: payouts(Time.meta({ description: 'The bank has it by then.', example: '2026-10-03T00:00:00.000Z' }), ({ arrivesAt }) =>
      presentTime(arrivesAt),
    ),
    failure_code: payouts(
      z.string().nullable().meta({ description: 'Why it failed, in the words of the processor.', example: null }),
      'failureCode',
    ),
    created_at: payouts(Time, ({ createdAt }) => presentTime(createdAt)),
    livemode: payouts(Livemode, ({ mode }) => isLive(mode)),
  },
  { id: 'CardPayout', description: 'A payout of the processor to the bank of the merchant.' },
)
