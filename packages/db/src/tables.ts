import type { ColumnType, Generated, Kysely } from 'kysely'
import type { ApiKeyEntity } from './accounts/api-key.entity.ts'
import type { AuditEntryEntity } from './accounts/audit-entry.entity.ts'
import type { EmailTokenEntity } from './accounts/email-token.entity.ts'
import type { EmailEntity } from './accounts/email.entity.ts'
import type { MerchantEntity } from './accounts/merchant.entity.ts'
import type { PasskeyEntity } from './accounts/passkey.entity.ts'
import type { TotpFactorEntity } from './accounts/totp-factor.entity.ts'
import type { RefusedAddressEntity } from './accounts/emails/refused-address.entity.ts'
import type { RecoveryCodeEntity } from './accounts/recovery-code.entity.ts'
import type { SignInTicketEntity } from './accounts/sign-in-ticket.entity.ts'
import type { SessionEntity } from './accounts/session.entity.ts'
import type { ThrottleEntity } from './accounts/throttle.entity.ts'
import type { BusinessEntity } from './businesses/business.entity.ts'
import type { AccountBalanceEntity } from './chainwatch/account-balance.entity.ts'
import type { AddressQuestionEntity } from './kernel/addresses/address-question.entity.ts'
import type { NamedWalletEntity } from './businesses/named-wallet.entity.ts'
import type { UsageCounterEntity } from './businesses/usage-counter.entity.ts'
import type { ChainBlockEntity } from './chainwatch/chain-block.entity.ts'
import type { ChainCursorEntity } from './chainwatch/chain-cursor.entity.ts'
import type { ContractOutcomeEntity } from './chainwatch/contract-outcome.entity.ts'
import type { DepositInputEntity } from './chainwatch/deposit-input.entity.ts'
import type { DepositEntity } from './chainwatch/deposit.entity.ts'
import type { FlushEntity } from './chainwatch/flush.entity.ts'
import type { ObservationEntity } from './chainwatch/observation.entity.ts'
import type { OutgoingTransactionEntity } from './chainwatch/outgoing-transaction.entity.ts'
import type { RefusedNodeEntity } from './chainwatch/refused-node.entity.ts'
import type { UnsupportedTokenFlushEntity } from './chainwatch/unsupported-token-flush.entity.ts'
import type { UnprovenTransferEntity } from './chainwatch/unproven-transfer.entity.ts'
import type { WrongChainFlushEntity } from './chainwatch/wrong-chain/wrong-chain-flush.entity.ts'
import type { WrongChainTransferEntity } from './chainwatch/wrong-chain/wrong-chain-transfer.entity.ts'
import type { WatchedAddressEntity } from './chainwatch/watched-address.entity.ts'
import type { PayoutTermsPinEntity } from './custody/pins/payout-terms-pin.entity.ts'
import type { AttemptInputEntity } from './custody/inputs/attempt-input.entity.ts'
import type { ApprovalEntity } from './custody/approval.entity.ts'
import type { PayoutTermsEntity } from './custody/pins/payout-terms.entity.ts'
import type { DecisionCountEntity } from './custody/decision-count.entity.ts'
import type { UnattributedPayoutEntity } from './custody/unattributed-payout.entity.ts'
import type { NonceSlotEntity } from './custody/inputs/nonce-slot.entity.ts'
import type { PauseEntity } from './custody/pause.entity.ts'
import type { PayoutVelocityEntity } from './custody/payout-velocity.entity.ts'
import type { PolicyDecisionEntity } from './custody/policy-decision.entity.ts'
import type { PoolAddressEntity } from './custody/pool-address.entity.ts'
import type { RecoveryEntity } from './custody/recovery.entity.ts'
import type { BroadcastHighWaterEntity } from './custody/broadcast-high-water.entity.ts'
import type { SpendAttemptEntity } from './custody/spend-attempt.entity.ts'
import type { SpendIntentEntity } from './custody/spend-intent.entity.ts'
import type { UtxoLockEntity } from './custody/inputs/utxo-lock.entity.ts'
import type { WalletVersionEntity } from './custody/pins/wallet-version.entity.ts'
import type { WalletPinEntity } from './custody/pins/wallet-pin.entity.ts'
import type { CardDisputeEntity } from './cards/card-dispute.entity.ts'
import type { CardEscrowEntity } from './cards/card-escrow.entity.ts'
import type { CardPaymentEntity } from './cards/card-payment.entity.ts'
import type { CardPayoutEntity } from './cards/card-payout.entity.ts'
import type { CardRefundEntity } from './cards/card-refund.entity.ts'
import type { ProcessorAccountEntity } from './cards/processor-account.entity.ts'
import type { ProcessorAttemptEntity } from './cards/processor-attempt.entity.ts'
import type { ProcessorEventEntity } from './cards/processor-event.entity.ts'
import type { ProcessorIntentEntity } from './cards/processor-intent.entity.ts'
import type { ProcessorTaskEntity } from './cards/processor-task.entity.ts'
import type { EscrowEventEntity } from './escrows/escrow-event.entity.ts'
import type { EscrowEntity } from './escrows/escrow.entity.ts'
import type { SettlementEntity } from './escrows/settlement.entity.ts'
import type { SeriesPeriodEntity } from './series/series-period.entity.ts'
import type { SeriesEntity } from './series/series.entity.ts'
import type { IdempotencyRecordEntity } from './kernel/idempotency/idempotency-record.entity.ts'
import type { RateWindowEntity } from './kernel/rate-window.entity.ts'
import type { OutboxEntity } from './kernel/outbox/outbox.entity.ts'
import type { RoleHeartbeatEntity } from './kernel/role-heartbeat.entity.ts'
import type { TemporalEpochEntity } from './kernel/temporal-epoch.entity.ts'
import type { AccountCheckpointEntity } from './ledger/account-checkpoint.entity.ts'
import type { AccountEntity } from './ledger/account.entity.ts'
import type { EntryEntity } from './ledger/entry.entity.ts'
import type { InvariantHitEntity } from './ledger/invariant-hit.entity.ts'
import type { InvariantRunEntity } from './ledger/invariant-run.entity.ts'
import type { TransferEntity } from './ledger/transfer.entity.ts'
import type { HeldDecisionEntity } from './payments/held-decision.entity.ts'
import type { RefundEntity } from './payments/refund.entity.ts'
import type { PaymentRulesEntity } from './payments/payment-rules.entity.ts'
import type { PaymentEntity } from './payments/payment.entity.ts'
import type { QuoteEntity } from './rates/quote.entity.ts'
import type { RateSnapshotEntity } from './rates/rate-snapshot.entity.ts'
import type { RateConfirmationEntity } from './rates/rate-confirmation.entity.ts'
import type { RateSourceEntity } from './rates/rate-source.entity.ts'
import type { RatePollLeaseEntity } from './rates/rate-poll-lease.entity.ts'
import type { DeliveryEntity } from './webhooks/delivery.entity.ts'
import type { EventEntity } from './webhooks/event.entity.ts'
import type { WebhookTestEntity } from './webhooks/webhook-test.entity.ts'
import type { WebhookEndpointEntity } from './webhooks/webhook-endpoint.entity.ts'
import type { Em } from './orm.ts'

/** The properties of an entity as columns; `Assigned` are filled in by the database. */
type Columns<Entity extends abstract new (...args: never[]) => unknown, Assigned extends string = never> = {
  [Key in keyof InstanceType<Entity> & string]: Key extends Assigned ? Generated<InstanceType<Entity>[Key]> : InstanceType<Entity>[Key]
}

/** Columns with a state that only an insert and the table's door write: `set` takes no value for it. */
type Guarded<Row extends { state: unknown }> = Omit<Row, 'state'> & { state: ColumnType<Row['state'], Row['state'], never> }

/** Every table with its columns, as the entities declare them. */
export interface Tables {
  account: Columns<typeof AccountEntity, 'id'>
  account_checkpoint: Columns<typeof AccountCheckpointEntity>
  address_pool: Columns<typeof PoolAddressEntity>
  address_question: Columns<typeof AddressQuestionEntity>
  api_key: Columns<typeof ApiKeyEntity>
  approval: Columns<typeof ApprovalEntity, 'id'>
  attempt_input: Columns<typeof AttemptInputEntity>
  audit_entry: Columns<typeof AuditEntryEntity, 'merchantId' | 'businessId'>
  business: Columns<typeof BusinessEntity>
  chain_block: Columns<typeof ChainBlockEntity>
  chain_cursor: Columns<typeof ChainCursorEntity, 'takenBack' | 'finalizedHighest'>
  payout_terms: Columns<typeof PayoutTermsEntity>
  payout_terms_pin: Columns<typeof PayoutTermsPinEntity>
  delivery: Columns<typeof DeliveryEntity, 'position' | 'earlierAttempts' | 'mode'>
  deposit: Columns<typeof DepositEntity, 'leastConfirmations'>
  deposit_input: Columns<typeof DepositInputEntity>
  email_token: Columns<typeof EmailTokenEntity>
  entry: Columns<typeof EntryEntity, 'id'>
  event: Columns<typeof EventEntity, 'position' | 'feedXid' | 'mode'>
  flush: Columns<typeof FlushEntity, 'triedAt' | 'networkFeeUnits' | 'spent' | 'payoutTermsId'>
  escrow: Guarded<Columns<typeof EscrowEntity>>
  escrow_event: Columns<typeof EscrowEventEntity>
  settlement: Columns<typeof SettlementEntity>
  card_dispute: Columns<typeof CardDisputeEntity>
  card_escrow: Guarded<Columns<typeof CardEscrowEntity>>
  card_payment: Guarded<Columns<typeof CardPaymentEntity>>
  card_payout: Columns<typeof CardPayoutEntity>
  card_refund: Guarded<Columns<typeof CardRefundEntity>>
  processor_account: Columns<typeof ProcessorAccountEntity>
  processor_attempt: Columns<typeof ProcessorAttemptEntity>
  processor_event: Columns<typeof ProcessorEventEntity>
  processor_intent: Columns<typeof ProcessorIntentEntity>
  processor_task: Columns<typeof ProcessorTaskEntity>
  series: Guarded<Columns<typeof SeriesEntity>>
  series_period: Columns<typeof SeriesPeriodEntity>
  held_decision: Columns<typeof HeldDecisionEntity>
  invariant_hit: Columns<typeof InvariantHitEntity>
  invariant_run: Columns<typeof InvariantRunEntity>
  email: Columns<typeof EmailEntity>
  unattributed_payout: Columns<typeof UnattributedPayoutEntity>
  merchant: Columns<typeof MerchantEntity, 'operatorSince'>
  named_wallet: Columns<typeof NamedWalletEntity>
  nonce_slot: Columns<typeof NonceSlotEntity>
  observation: Columns<typeof ObservationEntity, 'id'>
  outbox: Columns<typeof OutboxEntity, 'id'>
  account_balance: Columns<typeof AccountBalanceEntity>
  outgoing_transaction: Columns<typeof OutgoingTransactionEntity>
  refused_node: Columns<typeof RefusedNodeEntity>
  pause: Columns<typeof PauseEntity, 'revision'>
  payment: Columns<typeof PaymentEntity>
  refund: Guarded<Columns<typeof RefundEntity>>
  payment_rules: Columns<typeof PaymentRulesEntity>
  payout_velocity: Columns<typeof PayoutVelocityEntity>
  policy_decision: Columns<typeof PolicyDecisionEntity>
  decision_count: Columns<typeof DecisionCountEntity>
  quote: Columns<typeof QuoteEntity>
  rate_snapshot: Columns<typeof RateSnapshotEntity, 'id'>
  rate_confirmation: Columns<typeof RateConfirmationEntity>
  rate_source: Columns<typeof RateSourceEntity>
  rate_poll_lease: Columns<typeof RatePollLeaseEntity, 'sole'>
  recovery: Columns<typeof RecoveryEntity>
  idempotency_record: Columns<typeof IdempotencyRecordEntity>
  rate_window: Columns<typeof RateWindowEntity>
  role_heartbeat: Columns<typeof RoleHeartbeatEntity>
  broadcast_high_water: Columns<typeof BroadcastHighWaterEntity, 'sole'>
  passkey: Columns<typeof PasskeyEntity>
  totp_factor: Columns<typeof TotpFactorEntity>
  refused_address: Columns<typeof RefusedAddressEntity>
  recovery_code: Columns<typeof RecoveryCodeEntity>
  sign_in_ticket: Columns<typeof SignInTicketEntity>
  session: Columns<typeof SessionEntity>
  spend_attempt: Guarded<Columns<typeof SpendAttemptEntity, 'seq' | 'posting'>>
  spend_intent: Guarded<Columns<typeof SpendIntentEntity, 'shortUnits' | 'excessUnits'>>
  unsupported_token_flush: Columns<typeof UnsupportedTokenFlushEntity>
  contract_outcome: Columns<typeof ContractOutcomeEntity>
  unproven_transfer: Columns<typeof UnprovenTransferEntity>
  wrong_chain_flush: Columns<typeof WrongChainFlushEntity>
  wrong_chain_transfer: Columns<typeof WrongChainTransferEntity>
  temporal_epoch: Columns<typeof TemporalEpochEntity>
  throttle: Columns<typeof ThrottleEntity>
  transfer: Columns<typeof TransferEntity>
  webhook_test: Columns<typeof WebhookTestEntity>
  usage_counter: Columns<typeof UsageCounterEntity>
  utxo_lock: Columns<typeof UtxoLockEntity>
  wallet_version: Columns<typeof WalletVersionEntity, 'position'>
  wallet_pin: Columns<typeof WalletPinEntity>
  watched_address: Columns<typeof WatchedAddressEntity>
  webhook_endpoint: Columns<typeof WebhookEndpointEntity, 'circuit' | 'failures' | 'failsSeveral' | 'successes' | 'pauses'>
}

const naming = { tableNamingStrategy: 'table', columnNamingStrategy: 'property', convertValues: true } as const

/**
 * Typed queries in the caller's transaction, in the entities' own names and types (bigint units, Date moments).
 *
 * All rooms query this way: it costs a fraction of the unit of work on hot paths, and one idiom reads better than two.
 */
export const tables = (em: Em): Kysely<Tables> => em.getKysely<Tables, typeof naming>(naming)
