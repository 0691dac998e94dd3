import { type DbRoom, type Grant, insertedBy, readByAll, table } from '../table.ts'
import { CardDisputeEntity } from './card-dispute.entity.ts'
import { CardEscrowEntity } from './card-escrow.entity.ts'
import { CardEvidenceFileEntity } from './evidence/card-evidence-file.entity.ts'
import { CardPaymentEntity } from './card-payment.entity.ts'
import { CardPayoutEntity } from './card-payout.entity.ts'
import { CardRefundEntity } from './card-refund.entity.ts'
import { ProcessorAccountEntity } from './processor-account.entity.ts'
import { BalanceDayEntity } from './processor/balance-day.entity.ts'
import { BalanceLineEntity } from './processor/balance-line.entity.ts'
import { ProcessorAttemptEntity } from './processor/processor-attempt.entity.ts'
import { ProcessorEventEntity } from './processor/processor-event.entity.ts'
import { ProcessorIntentEntity } from './processor/processor-intent.entity.ts'
import { ProcessorTaskEntity } from './processor/processor-task.entity.ts'

const byProcessor = (may: string): Grant => ({ to: ['processor'], may })

/** Tables of cards: the api writes what is asked for; whoever calls the processor alone writes what it answered. */
export const cardsRoom = {
  tables: {
    processor_account: table(ProcessorAccountEntity, [
      readByAll,
      insertedBy('api'),
      byProcessor(
        `UPDATE (account_id, details_submitted, charges_enabled, payouts_enabled, requirements_due, requirements_deadline, disabled_reason, as_of,
        look_at, updated_at), DELETE`,
      ),
    ]),
    card_payment: table(
      CardPaymentEntity,
      [
        readByAll,
        insertedBy('api'),
        { to: ['api'], may: 'UPDATE (pending_minor, updated_at)' },
        byProcessor(
          `UPDATE (state, expires_at, checkout_session_id, is_processing, checkout_url, payment_intent_id, charge_id, application_fee_id, captured_minor, captured_at,
        refunded_minor, pending_minor, withdrawn_minor, lost_minor, fee_returned_minor, fee_returned_elsewhere_minor, hold_reason, look_at,
        event_sequence, updated_at)`,
        ),
        { to: ['operator'], may: 'UPDATE (hold_reason, updated_at)' },
      ],
      { isGuarded: true },
    ),
    card_escrow: table(
      CardEscrowEntity,
      [
        readByAll,
        insertedBy('api'),
        { to: ['api'], may: 'UPDATE (state, transferred_minor, release_reason, released_at, state_version, updated_at)' },
        byProcessor(
          `UPDATE (state, transferred_minor, reversed_minor, reversed_elsewhere_minor, processor_transfer_id, release_reason, released_at, refund_at, noticed_at, state_version,
        updated_at)`,
        ),
      ],
      { isGuarded: true },
    ),
    card_refund: table(
      CardRefundEntity,
      [
        readByAll,
        insertedBy('api', 'processor'),
        byProcessor('UPDATE (state, processor_refund_id, processor_status, failure, look_at, updated_at)'),
      ],
      { isGuarded: true },
    ),
    card_dispute: table(CardDisputeEntity, [
      readByAll,
      byProcessor(
        'INSERT, UPDATE (status, processor_status, phase, reason, amount_minor, withdrawn_minor, evidence_due_at, has_evidence, submissions, as_of, look_at, updated_at)',
      ),
    ]),
    card_evidence_file: table(CardEvidenceFileEntity, [insertedBy('api'), byProcessor('SELECT, DELETE')]),
    card_payout: table(CardPayoutEntity, [readByAll, byProcessor('INSERT, UPDATE (status, arrives_at, failure_code, as_of, updated_at)')]),
    processor_intent: table(ProcessorIntentEntity, [readByAll, insertedBy('api', 'processor'), byProcessor('UPDATE (state, updated_at)')]),
    processor_attempt: table(ProcessorAttemptEntity, [
      readByAll,
      byProcessor('INSERT, UPDATE (state, calls, first_called_at, try_at, last_problem, proof)'),
    ]),
    processor_task: table(ProcessorTaskEntity, [
      readByAll,
      insertedBy('api', 'processor'),
      byProcessor('UPDATE (state, calls, try_at, problem, answer, ended_at), DELETE'),
    ]),
    processor_balance_line: table(BalanceLineEntity, [readByAll, insertedBy('processor')]),
    processor_balance_day: table(BalanceDayEntity, [readByAll, insertedBy('processor')]),
    processor_event: table(ProcessorEventEntity, [readByAll, insertedBy('api'), byProcessor('UPDATE (calls, try_at, outcome), DELETE')]),
  },
  furtherGrants: {
    email: [insertedBy('processor')],
    refused_address: [byProcessor('SELECT')],
    usage_counter: [byProcessor('UPDATE (current, given_back)')],
    // A balance changes with its entries, which nobody can change.
    account: [byProcessor('INSERT, UPDATE (bal)')],
    transfer: [insertedBy('processor')],
    entry: [insertedBy('processor')],
    policy_decision: [insertedBy('processor')],
    decision_count: [byProcessor('UPDATE (seq)')],
    // Its pause is noted in the audit log, whose trigger asks whose client an entry is about.
    audit_entry: [insertedBy('processor')],
    oauth_client: [byProcessor('SELECT (id, merchant_id)')],
    role_heartbeat: [byProcessor('INSERT, UPDATE')],
  },
} as const satisfies DbRoom
