import { type DbRoom, advancing, insertedBy, readByAll, table } from '../table.ts'
import { databaseRoles } from '../roles.ts'
import { ApprovalEntity } from './approvals/approval.entity.ts'
import { BroadcastHighWaterEntity } from './broadcast-high-water.entity.ts'
import { DecisionCountEntity } from './decision-count.entity.ts'
import { AttemptInputEntity } from './inputs/attempt-input.entity.ts'
import { NonceSlotEntity } from './inputs/nonce-slot.entity.ts'
import { UtxoLockEntity } from './inputs/utxo-lock.entity.ts'
import { PauseEntity } from './pause.entity.ts'
import { PayoutVelocityEntity } from './payout-velocity.entity.ts'
import { PayoutTermsPinEntity } from './pins/payout-terms-pin.entity.ts'
import { PayoutTermsEntity } from './pins/payout-terms.entity.ts'
import { WalletPinEntity } from './pins/wallet-pin.entity.ts'
import { WalletVersionEntity } from './pins/wallet-version.entity.ts'
import { PolicyDecisionEntity } from './policy-decision.entity.ts'
import { PoolAddressEntity } from './pool-address.entity.ts'
import { RecoveryEntity } from './recovery.entity.ts'
import { SpendAttemptEntity } from './spend-attempt.entity.ts'
import { SpendIntentEntity } from './spend-intent.entity.ts'
import { UnattributedPayoutEntity } from './unattributed-payout.entity.ts'

/** Tables of custody, and who may do what to them. */
export const custodyRoom = {
  tables: {
    // Operators freeze where a payer wants money back.
    payout_terms: table(PayoutTermsEntity, [readByAll, insertedBy('api', 'operator')]),
    // Written by what changes a business, with its owner's rights.
    wallet_version: table(WalletVersionEntity, [readByAll], { assigned: ['position'] }),
    wallet_pin: table(WalletPinEntity, [readByAll, insertedBy('signer')]),
    payout_terms_pin: table(PayoutTermsPinEntity, [readByAll, insertedBy('signer')]),
    policy_decision: table(PolicyDecisionEntity, [readByAll, insertedBy('signer')]),
    decision_count: table(DecisionCountEntity, [readByAll, { to: ['signer'], may: 'UPDATE (seq)' }]),
    payout_velocity: table(PayoutVelocityEntity, [readByAll, { to: ['signer'], may: 'INSERT, UPDATE (usd_cents)' }]),
    // Written by functions only, see `functions`.
    approval: table(ApprovalEntity, [readByAll], { assigned: ['id'] }),
    address_pool: table(PoolAddressEntity, [readByAll, insertedBy('signer'), { to: ['api', 'signer'], may: 'UPDATE (claimed_by)' }]),
    spend_intent: table(
      SpendIntentEntity,
      [
        readByAll,
        insertedBy(...advancing),
        { to: ['signer'], may: 'UPDATE (state, hold_reason, held_since, lead_id, updated_at)' },
        // The chain's reader writes the amounts really paid, and the parts of a deposit contract's leg when it was flushed.
        {
          to: ['chain'],
          may: 'UPDATE (state, hold_reason, held_since, amount, merchant_units, fee_units, network_fee_units, short_units, excess_units, posting, updated_at)',
        },
      ],
      { assigned: ['shortUnits', 'excessUnits'], isGuarded: true },
    ),
    spend_attempt: table(
      SpendAttemptEntity,
      [
        readByAll,
        insertedBy('signer'),
        // The signer supersedes what it replaces, and says why it does not.
        { to: ['signer'], may: 'UPDATE (state, tried_height, stuck_reason, stuck_since, updated_at)' },
        {
          to: ['chain'],
          may: `UPDATE (state, fee, height, block_hash, succeeded, posting, proof, last_problem, sent_height, refused_height, first_sent_height, tried_height,
          stuck_reason, stuck_since, updated_at)`,
        },
      ],
      { assigned: ['seq', 'posting'], isGuarded: true },
    ),
    attempt_input: table(AttemptInputEntity, [readByAll, insertedBy('signer')]),
    nonce_slot: table(NonceSlotEntity, [readByAll, insertedBy('signer')]),
    // What a recovery finds is written by the owner, who runs it.
    broadcast_high_water: table(BroadcastHighWaterEntity, [readByAll, { to: ['signer'], may: 'UPDATE' }], { assigned: ['sole'] }),
    recovery: table(RecoveryEntity, [readByAll, insertedBy('signer')]),
    unattributed_payout: table(UnattributedPayoutEntity, [readByAll]),
    utxo_lock: table(UtxoLockEntity, [readByAll, insertedBy('signer'), { to: ['signer'], may: 'UPDATE (intent_id)' }]),
    // Written by functions only, see `functions`.
    pause: table(PauseEntity, [readByAll], { assigned: ['revision'] }),
  },
  functions: {
    // Every role stops payouts; the one that audits only reads.
    pause_set: databaseRoles.filter((role) => role !== 'audit'),
    // The signer lifts what two operators have approved.
    pause_lift: ['signer'],
    // An operator decides with a session; the chain role reads blocks again for an operator.
    operator_of: ['operator', 'chain'],
    approve_as: ['operator'],
  },
} as const satisfies DbRoom
