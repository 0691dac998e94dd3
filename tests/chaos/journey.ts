import type { ShownPayment } from '@gateway/scripts/demo/client'
import { mine, type Story } from '../support/story.ts'
import type { Family } from './family.ts'
import { type Purse, purseOf } from './proof.ts'

/** A customer's payment, and what merchant and platform had before it. */
export interface Journey {
  readonly id: string
  readonly payment: ShownPayment
  readonly before: Purse
}

/** Asks for a payment. */
export async function ask(story: Story, family: Family): Promise<Journey> {
  const before = await purseOf(story, family)
  const payment = await story.shop.ask({ blockchain: family.asset })
  return { id: payment.id, payment, before }
}

/** The customer pays, and the chain confirms it; whether the gateway sees it is another matter. */
export async function pay(story: Story, family: Family, { payment }: Pick<Journey, 'payment'>): Promise<void> {
  await family.pay(story, payment)
  await mine(story, family.chain, family.blocks.confirmed)
}

/** The stored transaction that pays a payment out. */
export async function attemptOf({ sql }: Story, id: string): Promise<{ handle: string; raw: string; state: string } | undefined> {
  const { rows } = await sql.query<{ handle: string; raw: string; state: string }>(
    `SELECT handle, encode(raw, 'hex') AS raw, spend_attempt.state FROM spend_attempt JOIN spend_intent ON lead_id = intent_id WHERE ref = $1`,
    [id],
  )
  return rows[0]
}

/** One number that a query counts. */
export async function count({ sql }: Story, query: string, values: unknown[] = []): Promise<number> {
  const { rows } = await sql.query<{ count: string }>(`SELECT count(*) FROM ${query}`, values)
  return Number(rows[0]?.count)
}
