import { type DbRoom, advancing, insertedBy, readByAll, table } from '../table.ts'
import { HeldDecisionEntity } from './held-decision.entity.ts'
import { PaymentRulesEntity } from './payment-rules.entity.ts'
import { PaymentEntity } from './payment.entity.ts'
import { RefundEntity } from './refund.entity.ts'

/** Tables of payments, and who may do what to them. */
export const paymentsRoom = {
  tables: {
    payment: table(PaymentEntity, [
      readByAll,
      insertedBy('api'),
      {
        to: [...advancing, 'signer'],
        may: `UPDATE (state, tolerance_units, late_verdict, late_quote_id, accepted_at, resolution, confirmations_required, finality_required,
          received_units, refunded_units, returning_units, included_height, exceptions, tx_id, forward_tx_id, platform_tx_id, fee_units, merchant_units, network_fee_units,
          event_sequence, state_version, shown_digest, updated_at, detected_at, confirmed_at, forwarded_at)`,
      },
    ]),
    // The api writes what a merchant decided; who moves payments carries it out.
    held_decision: table(HeldDecisionEntity, [
      readByAll,
      insertedBy('api'),
      { to: ['relay'], may: 'UPDATE (state, problem, ended_at, next_attempt_at, attempts)' },
    ]),
    // What payments are judged by; the api stores it and nobody changes it.
    payment_rules: table(PaymentRulesEntity, [readByAll, insertedBy('api')]),
    // The link is used by the public, without anybody's word; what money does with it is written by who moves money.
    refund: table(
      RefundEntity,
      [
        readByAll,
        insertedBy('api', 'operator'),
        { to: ['api', 'operator'], may: 'UPDATE (state, address, payout_terms_id, claimed_at, usable_at, ended_at, end_reason)' },
        { to: ['relay', 'chain'], may: 'UPDATE (state, hold_reason, ended_at, end_reason)' },
      ],
      { isGuarded: true },
    ),
  },
} as const satisfies DbRoom
