import type { ShownPayment } from '@gateway/scripts/demo/client'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { mine, type Story } from '../support/story.ts'
import type { Family } from './family.ts'
import { type Wallet, walletOf } from './proof.ts'

/** A payment, and the balances of merchant and platform before it. */
export interface Journey {
  readonly id: string
  readonly payment: ShownPayment
  readonly before: Wallet
}

/** Creates a payment. */
export async function ask(story: Story, family: Family): Promise<Journey> {
  const before = await walletOf(story, family)
  const payment = await story.shop.ask({ blockchain: family.asset })
  return { id: payment.id, payment, before }
}

/** Pays and mines the confirmations, without waiting for the gateway. */
export async function pay(story: Story, family: Family, { payment }: Pick<Journey, 'payment'>): Promise<void> {
  await family.pay(story, payment)
  await mine(story, family.chain, family.blocks.confirmed)
}

/** A stored attempt of a payout; its fee is null where only the chain knows it. */
interface StoredAttempt {
  readonly handle: string
  readonly raw: string
  readonly state: string
  readonly fee: string | null
}

/** The attempts of a payment's payout, in order of signing. */
export async function attemptsOf({ sql }: Story, id: string): Promise<StoredAttempt[]> {
  const { rows } = await sql.query<StoredAttempt>(
    `SELECT handle, encode(raw, 'hex') AS raw, spend_attempt.state, fee FROM spend_attempt JOIN spend_intent ON lead_id = intent_id
      WHERE ref = $1 ORDER BY n`,
    [id],
  )
  return rows
}

/** The only attempt of a payment's payout, without its fee, which may change later. */
export async function attemptOf(story: Story, id: string): Promise<Omit<StoredAttempt, 'fee'> | undefined> {
  const [first] = await attemptsOf(story, id)
  return first && { handle: first.handle, raw: first.raw, state: first.state }
}

/** The signer's high-water file. */
export const noted = ({ around }: Story): string => readFileSync(join(around.dataDir, 'custody.sequence'), 'utf8')

/** The count of a query. */
export async function count({ sql }: Story, query: string, values: unknown[] = []): Promise<number> {
  const { rows } = await sql.query<{ count: string }>(`SELECT count(*) FROM ${query}`, values)
  return Number(rows[0]?.count)
}
