import { type DbRoom, announcing, everyone, insertedBy, readByAll, table } from '../table.ts'
import { DeliveryEntity } from './delivery.entity.ts'
import { EventEntity } from './event.entity.ts'
import { WebhookEndpointEntity } from './webhook-endpoint.entity.ts'
import { WebhookTestEntity } from './webhook-test.entity.ts'

/** What an endpoint's answers change, and what setting its URL forgets. */
const circuitColumns = 'circuit, failures, failed_delivery_id, fails_several, successes, pauses, turn_at, failing_since'

/** Tables of webhooks: only the api seals a secret, only the role that signs with it reads the seal. */
export const webhooksRoom = {
  tables: {
    webhook_endpoint: table(
      WebhookEndpointEntity,
      [
        {
          to: ['api'],
          may: `SELECT, INSERT, UPDATE (url, sealed_secret, previous_sealed_secret, previous_valid_until, events, disabled_at, disabled_reason, updated_at,
          ${circuitColumns})`,
        },
        { to: ['webhooks'], may: `SELECT, UPDATE (disabled_at, disabled_reason, updated_at, ${circuitColumns})` },
        {
          to: everyone,
          may: `SELECT (id, business_id, url, events, disabled_at, disabled_reason, created_at, updated_at, ${circuitColumns})`,
        },
      ],
      { assigned: ['circuit', 'failures', 'failsSeveral', 'successes', 'pauses'] },
    ),
    // Who writes an event stands it behind the one before it.
    event: table(EventEntity, [readByAll, insertedBy(...announcing)], { assigned: ['position', 'feedXid', 'mode'] }),
    delivery: table(
      DeliveryEntity,
      [
        readByAll,
        insertedBy(...announcing),
        {
          to: ['webhooks'],
          may: 'UPDATE (state, attempts, next_attempt_at, leased_until, last_status_code, last_problem, last_duration_ms, delivered_at)',
        },
        // Sent again because its merchant asked; forgotten when it is old.
        { to: ['api'], may: 'UPDATE (state, attempts, earlier_attempts, next_attempt_at, delivered_at)' },
        { to: ['relay'], may: 'DELETE' },
      ],
      { assigned: ['position', 'earlierAttempts', 'mode'] },
    ),
    webhook_test: table(WebhookTestEntity, [
      readByAll,
      insertedBy('api'),
      { to: ['webhooks'], may: 'UPDATE (state, last_status_code, last_problem, last_duration_ms, started_at, ended_at)' },
      { to: ['relay'], may: 'DELETE' },
    ]),
  },
} as const satisfies DbRoom
