import { ApiKeyEntity } from './accounts/api-key.entity.ts'
import { AuditEntryEntity } from './accounts/audit-entry.entity.ts'
import { EmailLinkEntity } from './accounts/email-link.entity.ts'
import { LetterEntity } from './accounts/letter.entity.ts'
import { MerchantEntity } from './accounts/merchant.entity.ts'
import { SessionEntity } from './accounts/session.entity.ts'
import { ThrottleEntity } from './accounts/throttle.entity.ts'
import { BusinessEntity } from './businesses/business.entity.ts'
import { NamedWalletEntity } from './businesses/named-wallet.entity.ts'
import { UsageCounterEntity } from './businesses/usage-counter.entity.ts'
import { ChainBlockEntity } from './chainwatch/chain-block.entity.ts'
import { ChainCursorEntity } from './chainwatch/chain-cursor.entity.ts'
import { DepositBindEntity } from './chainwatch/deposit-bind.entity.ts'
import { DepositEntity } from './chainwatch/deposit.entity.ts'
import { FlushEntity } from './chainwatch/flush.entity.ts'
import { ObservationEntity } from './chainwatch/observation.entity.ts'
import { OutgoingEntity } from './chainwatch/outgoing.entity.ts'
import { StrayFlushEntity } from './chainwatch/stray-flush.entity.ts'
import { WatchEntity } from './chainwatch/watch.entity.ts'
import { CommitPinEntity } from './custody/commit-pin.entity.ts'
import { ApprovalEntity } from './custody/approval.entity.ts'
import { CommitEntity } from './custody/commit.entity.ts'
import { DecisionCountEntity } from './custody/decision-count.entity.ts'
import { LostPayoutEntity } from './custody/lost-payout.entity.ts'
import { NonceSlotEntity } from './custody/nonce-slot.entity.ts'
import { PauseEntity } from './custody/pause.entity.ts'
import { PayoutVelocityEntity } from './custody/payout-velocity.entity.ts'
import { PolicyDecisionEntity } from './custody/policy-decision.entity.ts'
import { PoolAddressEntity } from './custody/pool-address.entity.ts'
import { RecoveryEntity } from './custody/recovery.entity.ts'
import { SequenceMarkEntity } from './custody/sequence-mark.entity.ts'
import { SpendAttemptEntity } from './custody/spend-attempt.entity.ts'
import { SpendIntentEntity } from './custody/spend-intent.entity.ts'
import { UtxoLockEntity } from './custody/utxo-lock.entity.ts'
import { WalletCommitEntity } from './custody/wallet-commit.entity.ts'
import { WalletPinEntity } from './custody/wallet-pin.entity.ts'
import { OutboxEntity } from './kernel/outbox.entity.ts'
import { KeptAnswerEntity } from './kernel/kept-answer.entity.ts'
import { RateWindowEntity } from './kernel/rate-window.entity.ts'
import { RoleHeartbeatEntity } from './kernel/role-heartbeat.entity.ts'
import { TemporalEpochEntity } from './kernel/temporal-epoch.entity.ts'
import { AccountCheckpointEntity } from './ledger/account-checkpoint.entity.ts'
import { AccountEntity } from './ledger/account.entity.ts'
import { EntryEntity } from './ledger/entry.entity.ts'
import { InvariantHitEntity } from './ledger/invariant-hit.entity.ts'
import { InvariantRunEntity } from './ledger/invariant-run.entity.ts'
import { TransferEntity } from './ledger/transfer.entity.ts'
import { PaymentReturnEntity } from './payments/payment-return.entity.ts'
import { PaymentRulesEntity } from './payments/payment-rules.entity.ts'
import { PaymentEntity } from './payments/payment.entity.ts'
import { QuoteEntity } from './rates/quote.entity.ts'
import { RateBoardEntity } from './rates/rate-board.entity.ts'
import { RateConfirmationEntity } from './rates/rate-confirmation.entity.ts'
import { RateSourceEntity } from './rates/rate-source.entity.ts'
import { RateTurnEntity } from './rates/rate-turn.entity.ts'
import { DeliveryEntity } from './webhooks/delivery.entity.ts'
import { EventEntity } from './webhooks/event.entity.ts'
import { TrialDeliveryEntity } from './webhooks/trial-delivery.entity.ts'
import { WebhookEndpointEntity } from './webhooks/webhook-endpoint.entity.ts'

/** The one list of entities. */
export const entities = [
  AccountCheckpointEntity,
  AccountEntity,
  ApiKeyEntity,
  ApprovalEntity,
  AuditEntryEntity,
  BusinessEntity,
  ChainBlockEntity,
  ChainCursorEntity,
  CommitEntity,
  CommitPinEntity,
  DeliveryEntity,
  DepositBindEntity,
  DepositEntity,
  EmailLinkEntity,
  EntryEntity,
  EventEntity,
  FlushEntity,
  InvariantHitEntity,
  InvariantRunEntity,
  LetterEntity,
  LostPayoutEntity,
  MerchantEntity,
  NamedWalletEntity,
  NonceSlotEntity,
  ObservationEntity,
  OutboxEntity,
  OutgoingEntity,
  PauseEntity,
  PaymentEntity,
  PaymentReturnEntity,
  PaymentRulesEntity,
  PayoutVelocityEntity,
  PolicyDecisionEntity,
  DecisionCountEntity,
  PoolAddressEntity,
  QuoteEntity,
  RateBoardEntity,
  RateConfirmationEntity,
  RateSourceEntity,
  RateTurnEntity,
  RecoveryEntity,
  KeptAnswerEntity,
  RateWindowEntity,
  RoleHeartbeatEntity,
  SequenceMarkEntity,
  SessionEntity,
  SpendAttemptEntity,
  SpendIntentEntity,
  StrayFlushEntity,
  TemporalEpochEntity,
  ThrottleEntity,
  TransferEntity,
  TrialDeliveryEntity,
  UsageCounterEntity,
  UtxoLockEntity,
  WalletCommitEntity,
  WalletPinEntity,
  WatchEntity,
  WebhookEndpointEntity,
] as const
