import { AddressQuestionEntity } from './addresses/address-question.entity.ts'
import { IdempotencyRecordEntity } from './idempotency/idempotency-record.entity.ts'
import { OutboxEntity } from './outbox/outbox.entity.ts'
import { RateWindowEntity } from './rate-window/rate-window.entity.ts'
import { RoleHeartbeatEntity } from './role-heartbeat.entity.ts'
import { type DbRoom, announcing, insertedBy, readByAll, table } from '../table.ts'
import { TemporalEpochEntity } from './temporal-epoch.entity.ts'

/** Tables that belong to no room. */
export const kernelRoom = {
  tables: {
    // The sweep gives back what the signer has refused.
    // Whoever takes or pins an address asks; nobody but its chain's reader answers. The api forgets what is old.
    address_question: table(AddressQuestionEntity, [
      readByAll,
      { to: ['api', 'signer'], may: 'INSERT (chain, address, asked_at), UPDATE (asked_at)' },
      { to: ['chain'], may: 'UPDATE (use, answered_at)' },
      { to: ['api'], may: 'DELETE' },
    ]),
    rate_window: table(RateWindowEntity, [{ to: ['api'], may: 'SELECT, INSERT, UPDATE (count), DELETE' }]),
    idempotency_record: table(IdempotencyRecordEntity, [{ to: ['api'], may: 'SELECT, INSERT, UPDATE (sealed), DELETE' }]),
    outbox: table(
      OutboxEntity,
      [readByAll, insertedBy(...announcing), { to: ['api', 'relay'], may: 'UPDATE (available_at, attempts, last_problem), DELETE' }],
      { assigned: ['id'] },
    ),
    role_heartbeat: table(RoleHeartbeatEntity, [
      readByAll,
      { to: ['payments', 'relay', 'chain', 'webhooks', 'signer'], may: 'INSERT, UPDATE' },
      { to: ['rates'], may: 'SELECT, INSERT, UPDATE' },
    ]),
    temporal_epoch: table(TemporalEpochEntity, [readByAll, { to: ['relay'], may: 'INSERT, UPDATE' }]),
  },
} as const satisfies DbRoom
