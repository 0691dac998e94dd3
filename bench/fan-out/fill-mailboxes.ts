import type { Business } from '@gateway/domain/businesses/business'
import type { BusinessId, MerchantId } from '@gateway/domain/kernel/id'
import { newWebhookSecret, sealWebhookSecret } from '@gateway/operations/businesses/webhook-secret'
import { cryptoIds } from '@gateway/operations/kernel/ids'
import { testBusiness } from '@gateway/operations/testing/test-business'
import { sampleEvent } from '@gateway/operations/webhooks/sample-event'
import { createPublicKey, type KeyObject, randomUUID } from 'node:crypto'
import type pg from 'pg'
import type { Mailbox } from './plan.ts'

/** Inserts an endpoint for each port, with a business of its own and deliveries of different payments. */
export async function fillMailboxes(
  sql: pg.Client,
  { ports, each, openingKey }: { ports: readonly number[]; each: number; openingKey: KeyObject },
): Promise<Mailbox[]> {
  const mailboxes: Mailbox[] = []
  const sealingKey = createPublicKey(openingKey)
  const merchantId = randomUUID()
  await sql.query(`INSERT INTO merchant (id, email, password_hash, created_at) VALUES ($1, 'bench@example.com', 'none', now())`, [
    merchantId,
  ])
  for (const port of ports) {
    const [business, endpointId, url] = [businessOf(merchantId), randomUUID(), `http://127.0.0.1:${port}/hooks`]
    const sealed = sealWebhookSecret(sealingKey, { endpointId, secret: newWebhookSecret({ ids: cryptoIds }) })
    await sql.query(insertBusiness, [business.id, merchantId])
    await sql.query(insertEndpoint, [endpointId, business.id, url, sealed])
    const events = Array.from({ length: each }, () => eventOf(business))
    const column = (key: keyof (typeof events)[number]): string[] => events.map((event) => event[key])
    await sql.query(insertEvents, [column('id'), business.id, column('objectId'), column('body')])
    await sql.query(insertDeliveries, [column('deliveryId'), endpointId, column('id'), column('objectId')])
    mailboxes.push({ endpointId, url, bodies: column('body') })
  }
  return mailboxes
}

/** Makes every delivery due again, as if it had never been sent, and removes dead rows. */
export async function rearm(sql: pg.Client): Promise<void> {
  await sql.query(`UPDATE delivery SET state = 'pending', attempts = 0, next_attempt_at = now(), delivered_at = NULL, leased_until = NULL`)
  await sql.query('VACUUM ANALYZE delivery, webhook_endpoint, event')
}

/** Number of deliveries that are recorded as delivered. */
export async function countDelivered(sql: pg.Client): Promise<number> {
  const { rows } = await sql.query<{ count: string }>(`SELECT count(*) FROM delivery WHERE state = 'delivered' AND attempts = 1`)
  return Number(rows[0]?.count)
}

const businessOf = (merchantId: string): Business => ({
  ...testBusiness,
  id: randomUUID() as BusinessId, // Just made as one, like its owner’s.
  merchantId: merchantId as MerchantId,
  name: 'Bench',
  plan: 'professional',
  createdAt: new Date(),
  updatedAt: new Date(),
})

function eventOf(business: Business) {
  const id = cryptoIds.event()
  const body = sampleEvent('payment.completed', { id, business, at: new Date() })
  return { id: String(id), deliveryId: randomUUID(), objectId: randomUUID(), body }
}

const insertBusiness = `
  INSERT INTO business (id, merchant_id, mode, name, plan, time_zone, spread_bps, tolerance_bps, payment_window_seconds, wallets, created_at, updated_at)
  VALUES ($1, $2, 'live', 'Bench', 'professional', 'UTC', 0, 0, 900, '{}', now(), now())`
const insertEndpoint = `
  INSERT INTO webhook_endpoint (id, business_id, url, sealed_secret, events, created_at, updated_at) VALUES ($1, $2, $3, $4, '{*}', now(), now())`
const insertEvents = `
  INSERT INTO event (id, business_id, object_type, object_id, sequence, type, body, created_at)
  SELECT id, $2, 'payment', object_id, 1, 'payment.completed', body, now() FROM unnest($1::text[], $3::uuid[], $4::text[]) AS row (id, object_id, body)`
const insertDeliveries = `
  INSERT INTO delivery (id, endpoint_id, event_id, object_id, state, next_attempt_at, created_at)
  SELECT id, $2, event_id, object_id, 'pending', now(), now() FROM unnest($1::uuid[], $3::text[], $4::uuid[]) AS row (id, event_id, object_id)`
