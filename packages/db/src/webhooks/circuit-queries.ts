import type { Circuit } from '@gateway/domain/webhooks/circuit'
import { sql } from 'kysely'
import { entityRows } from '../kernel/rows/entity-rows.ts'
import { runStatement } from '../kernel/run-statement.ts'
import type { Em } from '../orm.ts'
import { tables } from '../tables.ts'
import type { DisabledReason, WebhookEndpointEntity } from './webhook-endpoint.entity.ts'

const columns = [
  'circuit',
  'failures',
  'failedDeliveryId',
  'failsSeveral',
  'successes',
  'pauses',
  'turnAt',
  'failingSince',
] as const satisfies readonly (keyof WebhookEndpointEntity)[]

type CircuitRow = Pick<WebhookEndpointEntity, (typeof columns)[number]>

/** A circuit that is not switched off, as its row keeps it. */
const circuitRow = ({ state, ...memory }: Circuit): CircuitRow => ({ ...memory, circuit: state === 'disabled' ? 'closed' : state })

const circuitOf = ({
  circuit,
  failures,
  failedDeliveryId,
  failsSeveral,
  successes,
  pauses,
  turnAt,
  failingSince,
}: CircuitRow): Circuit => ({
  state: circuit,
  failures,
  failedDeliveryId,
  failsSeveral,
  successes,
  pauses,
  turnAt,
  failingSince,
})

/** Where webhooks go and what signs them, still sealed. */
export interface EndpointSecrets {
  readonly id: string
  readonly url: string
  readonly sealedSecret: Uint8Array
  /** The secret before, while it still signs beside the present one. */
  readonly previousSealedSecret: Uint8Array | null
}

const secrets = ['id', 'url', 'sealedSecret', 'previousSealedSecret', 'previousValidUntil'] as const

/** An endpoint that may be sent something, with its circuit and when its merchant or a switch-off last changed it. */
export type OpenEndpoint = EndpointSecrets & { readonly circuit: Circuit; readonly updatedAt: Date }

/** Endpoints that are switched on, with their circuits; one place for each. */
export async function findOpenEndpoints(
  em: Em,
  { wanted }: { wanted: readonly { readonly id: string; readonly now: Date }[] },
): Promise<(OpenEndpoint | undefined)[]> {
  const text = `SELECT id, url, sealed_secret, previous_sealed_secret, previous_valid_until, circuit, failures, failed_delivery_id, fails_several,
    successes, pauses, turn_at, failing_since, updated_at FROM webhook_endpoint WHERE id = ANY($1::uuid[]) AND url > '' AND disabled_at IS NULL`
  const rows = await runStatement<{ url: string }>(em, text, [wanted.map(({ id }) => id)])
  const byId = new Map(entityRows(em, 'webhook_endpoint', rows).map((row, index) => [row.id, { ...row, url: rows[index]?.url ?? '' }]))
  return wanted.map(({ id, now }) => {
    const row = byId.get(id)
    return row && { ...secretsOf(row, now), circuit: circuitOf(row), updatedAt: row.updatedAt }
  })
}

/** Where an endpoint is, switched on or off; undefined without a URL. */
export async function findEndpointSecrets(em: Em, { id, now }: { id: string; now: Date }): Promise<EndpointSecrets | undefined> {
  const endpoint = tables(em).selectFrom('webhook_endpoint').select(secrets).where('id', '=', id).where('url', '>', '')
  const row = await endpoint.$narrowType<{ url: string }>().executeTakeFirst()
  return row && secretsOf(row, now)
}

function secretsOf(row: Pick<WebhookEndpointEntity, (typeof secrets)[number]> & { url: string }, now: Date): EndpointSecrets {
  const { id, url, sealedSecret, previousSealedSecret, previousValidUntil } = row
  const isValid = previousValidUntil !== null && previousValidUntil > now
  return { id, url, sealedSecret, previousSealedSecret: isValid ? previousSealedSecret : null }
}

/** Takes the one turn that an endpoint has at the moment, and gives it back by itself at `until`; false when it is another's or not yet come. */
export async function takeTurn(em: Em, { id, now, until }: { id: string; now: Date; until: Date }): Promise<boolean> {
  const taken = await tables(em)
    .updateTable('webhook_endpoint')
    .set({ turnAt: until })
    .where('id', '=', id)
    .where('circuit', '<>', 'closed')
    .where('turnAt', '<=', now)
    .returning('id')
    .executeTakeFirst()
  return taken !== undefined
}

/** Locks the circuit of an endpoint; undefined when it is switched off, or when `unlessHealthy` and nothing is known against it. */
export async function lockCircuit(em: Em, { id, unlessHealthy }: { id: string; unlessHealthy: boolean }) {
  const row = await tables(em)
    .selectFrom('webhook_endpoint')
    .select(['businessId', 'updatedAt', ...columns])
    .where('id', '=', id)
    .where('disabledAt', 'is', null)
    .$if(unlessHealthy, (query) =>
      query.where((eb) => eb.or([eb('circuit', '<>', 'closed'), eb('failures', '>', 0), eb('failingSince', 'is not', null)])),
    )
    .forUpdate()
    .executeTakeFirst()
  return row && { businessId: row.businessId, updatedAt: row.updatedAt, circuit: circuitOf(row) }
}

/** Writes what an attempt has changed about its endpoint; `disabled` also switches it off. */
export async function storeCircuit(
  em: Em,
  {
    id,
    circuit,
    disabled,
  }: { id: string; circuit: Circuit; disabled?: { readonly at: Date; readonly reason: DisabledReason } | undefined },
): Promise<void> {
  await tables(em)
    .updateTable('webhook_endpoint')
    .set({ ...circuitRow(circuit), ...(disabled && { disabledAt: disabled.at, disabledReason: disabled.reason, updatedAt: disabled.at }) })
    .where('id', '=', id)
    .execute()
}

/** Deliveries of an endpoint that wait. */
export async function countWaiting(em: Em, { endpointId }: { endpointId: string }): Promise<number> {
  const { waiting } = await tables(em)
    .selectFrom('delivery')
    .select(sql<string>`count(*)`.as('waiting'))
    .where('endpointId', '=', endpointId)
    .where('state', '=', 'pending')
    .executeTakeFirstOrThrow()
  return Number(waiting)
}

/** True when a delivery of an endpoint waits. */
export async function hasWaiting(em: Em, { endpointId }: { endpointId: string }): Promise<boolean> {
  const row = await tables(em)
    .selectFrom('delivery')
    .select(sql`1`.as('one'))
    .where('endpointId', '=', endpointId)
    .where('state', '=', 'pending')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
