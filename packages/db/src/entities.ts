import { ApiKeyEntity } from './accounts/api-key.entity.ts'
import { AuditEntryEntity } from './accounts/audit-entry.entity.ts'
import { EmailTokenEntity } from './accounts/email-token.entity.ts'
import { EmailEntity } from './accounts/email.entity.ts'
import { MerchantEntity } from './accounts/merchant.entity.ts'
import { PasskeyEntity } from './accounts/passkey.entity.ts'
import { TotpFactorEntity } from './accounts/totp-factor.entity.ts'
import { RefusedAddressEntity } from './accounts/emails/refused-address.entity.ts'
import { RecoveryCodeEntity } from './accounts/recovery-code.entity.ts'
import { SignInTicketEntity } from './accounts/sign-in-ticket.entity.ts'
import { SessionEntity } from './accounts/session.entity.ts'
import { ThrottleEntity } from './accounts/throttle.entity.ts'
import { BusinessEntity } from './businesses/business.entity.ts'
import { AddressQuestionEntity } from './kernel/addresses/address-question.entity.ts'
import { NamedWalletEntity } from './businesses/named-wallet.entity.ts'
import { UsageCounterEntity } from './businesses/usage-counter.entity.ts'
import { AccountBalanceEntity } from './chainwatch/account-balance.entity.ts'
import { ChainBlockEntity } from './chainwatch/chain-block.entity.ts'
import { ChainCursorEntity } from './chainwatch/chain-cursor.entity.ts'
import { ContractOutcomeEntity } from './chainwatch/contract-outcome.entity.ts'
import { DepositInputEntity } from './chainwatch/deposit-input.entity.ts'
import { DepositEntity } from './chainwatch/deposit.entity.ts'
import { FlushEntity } from './chainwatch/flush.entity.ts'
import { ObservationEntity } from './chainwatch/observation.entity.ts'
import { OutgoingTransactionEntity } from './chainwatch/outgoing-transaction.entity.ts'
import { RefusedNodeEntity } from './chainwatch/refused-node.entity.ts'
import { UnsupportedTokenFlushEntity } from './chainwatch/unsupported-token-flush.entity.ts'
import { UnprovenTransferEntity } from './chainwatch/unproven-transfer.entity.ts'
import { WrongChainFlushEntity } from './chainwatch/wrong-chain/wrong-chain-flush.entity.ts'
import { WrongChainTransferEntity } from './chainwatch/wrong-chain/wrong-chain-transfer.entity.ts'
import { WatchedAddressEntity } from './chainwatch/watched-address.entity.ts'
import { PayoutTermsPinEntity } from './custody/pins/payout-terms-pin.entity.ts'
import { AttemptInputEntity } from './custody/inputs/attempt-input.entity.ts'
import { ApprovalEntity } from './custody/approval.entity.ts'
import { PayoutTermsEntity } from './custody/pins/payout-terms.entity.ts'
import { DecisionCountEntity } from './custody/decision-count.entity.ts'
import { UnattributedPayoutEntity } from './custody/unattributed-payout.entity.ts'
import { NonceSlotEntity } from './custody/inputs/nonce-slot.entity.ts'
import { PauseEntity } from './custody/pause.entity.ts'
import { PayoutVelocityEntity } from './custody/payout-velocity.entity.ts'
import { PolicyDecisionEntity } from './custody/policy-decision.entity.ts'
import { PoolAddressEntity } from './custody/pool-address.entity.ts'
import { RecoveryEntity } from './custody/recovery.entity.ts'
import { BroadcastHighWaterEntity } from './custody/broadcast-high-water.entity.ts'
import { SpendAttemptEntity } from './custody/spend-attempt.entity.ts'
import { SpendIntentEntity } from './custody/spend-intent.entity.ts'
import { UtxoLockEntity } from './custody/inputs/utxo-lock.entity.ts'
import { WalletVersionEntity } from './custody/pins/wallet-version.entity.ts'
import { WalletPinEntity } from './custody/pins/wallet-pin.entity.ts'
import { CardDisputeEntity } from './cards/card-dispute.entity.ts'
import { CardEscrowEntity } from './cards/card-escrow.entity.ts'
import { CardPaymentEntity } from './cards/card-payment.entity.ts'
import { CardPayoutEntity } from './cards/card-payout.entity.ts'
import { CardRefundEntity } from './cards/card-refund.entity.ts'
import { ProcessorAccountEntity } from './cards/processor-account.entity.ts'
import { ProcessorAttemptEntity } from './cards/processor-attempt.entity.ts'
import { ProcessorEventEntity } from './cards/processor-event.entity.ts'
import { ProcessorIntentEntity } from './cards/processor-intent.entity.ts'
import { ProcessorTaskEntity } from './cards/processor-task.entity.ts'
import { OutboxEntity } from './kernel/outbox/outbox.entity.ts'
import { EscrowEventEntity } from './escrows/escrow-event.entity.ts'
import { EscrowEntity } from './escrows/escrow.entity.ts'
import { SettlementEntity } from './escrows/settlement.entity.ts'
import { SeriesPeriodEntity } from './series/series-period.entity.ts'
import { SeriesEntity } from './series/series.entity.ts'
import { IdempotencyRecordEntity } from './kernel/idempotency/idempotency-record.entity.ts'
import { RateWindowEntity } from './kernel/rate-window.entity.ts'
import { RoleHeartbeatEntity } from './kernel/role-heartbeat.entity.ts'
import { TemporalEpochEntity } from './kernel/temporal-epoch.entity.ts'
import { AccountCheckpointEntity } from './ledger/account-checkpoint.entity.ts'
import { AccountEntity } from './ledger/account.entity.ts'
import { EntryEntity } from './ledger/entry.entity.ts'
import { InvariantHitEntity } from './ledger/invariant-hit.entity.ts'
import { InvariantRunEntity } from './ledger/invariant-run.entity.ts'
import { TransferEntity } from './ledger/transfer.entity.ts'
import { RefundEntity } from './payments/refund.entity.ts'
import { PaymentRulesEntity } from './payments/payment-rules.entity.ts'
import { PaymentEntity } from './payments/payment.entity.ts'
import { QuoteEntity } from './rates/quote.entity.ts'
import { RateSnapshotEntity } from './rates/rate-snapshot.entity.ts'
import { RateConfirmationEntity } from './rates/rate-confirmation.entity.ts'
import { RateSourceEntity } from './rates/rate-source.entity.ts'
import { RatePollLeaseEntity } from './rates/rate-poll-lease.entity.ts'
import { DeliveryEntity } from './webhooks/delivery.entity.ts'
import { EventEntity } from './webhooks/event.entity.ts'
import { HeldDecisionEntity } from './payments/held-decision.entity.ts'
import { WebhookTestEntity } from './webhooks/webhook-test.entity.ts'
import { WebhookEndpointEntity } from './webhooks/webhook-endpoint.entity.ts'

/** The one list of entities. */
export const entities = [
  AccountCheckpointEntity,
  AccountEntity,
  AddressQuestionEntity,
  ApiKeyEntity,
  ApprovalEntity,
  AttemptInputEntity,
  AuditEntryEntity,
  BusinessEntity,
  AccountBalanceEntity,
  ChainBlockEntity,
  ChainCursorEntity,
  PayoutTermsEntity,
  PayoutTermsPinEntity,
  DeliveryEntity,
  DepositInputEntity,
  DepositEntity,
  EmailTokenEntity,
  EntryEntity,
  EventEntity,
  FlushEntity,
  InvariantHitEntity,
  InvariantRunEntity,
  EmailEntity,
  RefusedAddressEntity,
  UnattributedPayoutEntity,
  MerchantEntity,
  NamedWalletEntity,
  NonceSlotEntity,
  ObservationEntity,
  OutboxEntity,
  OutgoingTransactionEntity,
  RefusedNodeEntity,
  PauseEntity,
  PaymentEntity,
  RefundEntity,
  HeldDecisionEntity,
  PaymentRulesEntity,
  PayoutVelocityEntity,
  PolicyDecisionEntity,
  DecisionCountEntity,
  PoolAddressEntity,
  QuoteEntity,
  RateSnapshotEntity,
  RateConfirmationEntity,
  RateSourceEntity,
  RatePollLeaseEntity,
  RecoveryEntity,
  IdempotencyRecordEntity,
  RateWindowEntity,
  RoleHeartbeatEntity,
  BroadcastHighWaterEntity,
  PasskeyEntity,
  EscrowEntity,
  EscrowEventEntity,
  SettlementEntity,
  CardDisputeEntity,
  CardEscrowEntity,
  CardPaymentEntity,
  CardPayoutEntity,
  CardRefundEntity,
  ProcessorAccountEntity,
  ProcessorAttemptEntity,
  ProcessorEventEntity,
  ProcessorIntentEntity,
  ProcessorTaskEntity,
  SeriesEntity,
  SeriesPeriodEntity,
  TotpFactorEntity,
  RecoveryCodeEntity,
  SignInTicketEntity,
  SessionEntity,
  SpendAttemptEntity,
  SpendIntentEntity,
  UnsupportedTokenFlushEntity,
  ContractOutcomeEntity,
  UnprovenTransferEntity,
  WrongChainFlushEntity,
  WrongChainTransferEntity,
  TemporalEpochEntity,
  ThrottleEntity,
  TransferEntity,
  WebhookTestEntity,
  UsageCounterEntity,
  UtxoLockEntity,
  WalletVersionEntity,
  WalletPinEntity,
  WatchedAddressEntity,
  WebhookEndpointEntity,
] as const
