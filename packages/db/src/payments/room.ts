import { type DbRoom, advancing, insertedBy, readByAll, table } from '../table.ts'
import { AssistedRefundEntity } from './assisted/assisted-refund.entity.ts'
import { HeldDecisionEntity } from './held-decision.entity.ts'
import { PaymentRulesEntity } from './payment-rules.entity.ts'
import { PaymentEntity } from './payment.entity.ts'
import { RefundTransactionEntity } from './assisted/refund-transaction.entity.ts'
import { RefundTransferEntity } from './assisted/refund-transfer.entity.ts'
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
    // What blocks show of it is written by the scanner alone, so that whoever owns the api refunds nothing.
    assisted_refund: table(
      AssistedRefundEntity,
      [
        readByAll,
        insertedBy('api'),
        {
          to: ['api'],
          may: 'UPDATE (state, offer_ends_at, token_hash, pay_token_hash, address, watch_key, named_by, named_at, start_height, ended_at, end_reason)',
        },
        { to: ['relay'], may: 'UPDATE (state, ended_at, end_reason)' },
        { to: ['chain'], may: 'UPDATE (state, asks, paid_units, refunded_at, ended_at, end_reason)' },
      ],
      { isGuarded: true },
    ),
    refund_transfer: table(RefundTransferEntity, [
      readByAll,
      insertedBy('chain'),
      { to: ['chain'], may: 'UPDATE (refund_id, units, state, height, block_hash, arrived_at)' },
    ]),
    refund_transaction: table(RefundTransactionEntity, [
      readByAll,
      insertedBy('api'),
      // One that was refused can be named again.
      { to: ['api', 'chain'], may: 'UPDATE (state, problem, looks, look_at)' },
    ]),
  },
} as const satisfies DbRoom
