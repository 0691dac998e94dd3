import { ApiKeyEntity } from './accounts/api-key.entity.ts'
import { AuditEntryEntity } from './accounts/audit-entry.entity.ts'
import { MerchantEntity } from './accounts/merchant.entity.ts'
import { SessionEntity } from './accounts/session.entity.ts'
import { BusinessEntity } from './businesses/business.entity.ts'
import { UsageCounterEntity } from './businesses/usage-counter.entity.ts'
import { ChainBlockEntity } from './chainwatch/chain-block.entity.ts'
import { ChainCursorEntity } from './chainwatch/chain-cursor.entity.ts'
import { DepositBindEntity } from './chainwatch/deposit-bind.entity.ts'
import { DepositEntity } from './chainwatch/deposit.entity.ts'
import { FlushEntity } from './chainwatch/flush.entity.ts'
import { ObservationEntity } from './chainwatch/observation.entity.ts'
import { OutgoingEntity } from './chainwatch/outgoing.entity.ts'
import { WatchEntity } from './chainwatch/watch.entity.ts'
import { CommitEntity } from './custody/commit.entity.ts'
import { NonceSlotEntity } from './custody/nonce-slot.entity.ts'
import { PauseEntity } from './custody/pause.entity.ts'
import { PoolAddressEntity } from './custody/pool-address.entity.ts'
import { SpendAttemptEntity } from './custody/spend-attempt.entity.ts'
import { SpendIntentEntity } from './custody/spend-intent.entity.ts'
import { UtxoLockEntity } from './custody/utxo-lock.entity.ts'
import { OutboxEntity } from './kernel/outbox.entity.ts'
import { RoleHeartbeatEntity } from './kernel/role-heartbeat.entity.ts'
import { TemporalEpochEntity } from './kernel/temporal-epoch.entity.ts'
import { AccountEntity } from './ledger/account.entity.ts'
import { EntryEntity } from './ledger/entry.entity.ts'
import { TransferEntity } from './ledger/transfer.entity.ts'
import { PaymentEntity } from './payments/payment.entity.ts'
import { QuoteEntity } from './rates/quote.entity.ts'
import { DeliveryEntity } from './webhooks/delivery.entity.ts'
import { EventEntity } from './webhooks/event.entity.ts'
import { WebhookEndpointEntity } from './webhooks/webhook-endpoint.entity.ts'

/** The one list of entities. */
export const entities = [
  AccountEntity,
  ApiKeyEntity,
  AuditEntryEntity,
  BusinessEntity,
  ChainBlockEntity,
  ChainCursorEntity,
  CommitEntity,
  DeliveryEntity,
  DepositBindEntity,
  DepositEntity,
  EntryEntity,
  EventEntity,
  FlushEntity,
  MerchantEntity,
  NonceSlotEntity,
  ObservationEntity,
  OutboxEntity,
  OutgoingEntity,
  PaymentEntity,
  PauseEntity,
  PoolAddressEntity,
  QuoteEntity,
  RoleHeartbeatEntity,
  SessionEntity,
  SpendAttemptEntity,
  SpendIntentEntity,
  TemporalEpochEntity,
  TransferEntity,
  UsageCounterEntity,
  UtxoLockEntity,
  WatchEntity,
  WebhookEndpointEntity,
] as const
