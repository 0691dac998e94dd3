import { eventually } from '@gateway/testing/wait'
import { expect } from 'vitest'
import { findBrokenBooks } from '../support/books.ts'
import { LIFE } from '../support/forwarding.ts'
import { mine, type Story } from '../support/story.ts'
import type { Family } from './family.ts'

/** Balances of merchant and platform before a payment. */
export interface Wallet {
  readonly merchant: bigint
  readonly platform: bigint
}

/** On-chain balances of merchant and platform. */
export const walletOf = async (story: Story, family: Family): Promise<Wallet> => ({
  merchant: await family.balanceOf(story, 'merchant'),
  platform: await family.balanceOf(story, 'platform'),
})

/** A payment whose payout is checked. */
interface Paid {
  readonly id: string
  readonly before: Wallet
  /** Its attempts with their final states; one by default. */
  readonly attempts?: readonly string[]
}

/** Waits for the forward, makes it final, and checks that money, ledger and webhooks happened once. */
export async function provePaidOnce(story: Story, family: Family, paid: Paid): Promise<void> {
  const { id, before, attempts = ['0 final'] } = paid
  const { shop } = story
  await shop.reaches(id, (payment) => payment.forward_tx_hash !== null || payment.status === 'forwarded')
  await mine(story, family.chain, family.blocks.final)
  const payment = await shop.reaches(id, 'forwarded')
  const merchant = family.units(payment.merchant_amount)
  const platform = family.units(payment.fee_amount)
  expect(merchant + platform + family.units(payment.network_fee)).toBe(family.units(payment.crypto_amount))
  expect(await walletOf(story, family)).toEqual({ merchant: before.merchant + merchant, platform: before.platform + platform })
  expect(await moneyRows(story, id)).toEqual({ intents: ['final'], attempts, transfers: ['broadcast', 'plan', 'settle'] })
  await proveToldOnce(story, id)
  expect(await findBrokenBooks(story.sql)).toEqual([])
}

/** Rows of one payment's payout: intents and attempts with their states, and the transfers that are not reversed. */
export async function moneyRows({ sql }: Story, id: string) {
  const column = async (query: string) => (await sql.query<{ it: string }>(query, [id])).rows.map((row) => row.it)
  return {
    intents: await column('SELECT state AS it FROM spend_intent WHERE ref = $1'),
    attempts: await column(
      `SELECT n || ' ' || spend_attempt.state AS it FROM spend_attempt JOIN spend_intent ON lead_id = intent_id WHERE ref = $1 ORDER BY n`,
    ),
    transfers: await column(
      `SELECT kind AS it FROM transfer WHERE ref IN (SELECT id::text FROM spend_intent WHERE ref = $1)
       AND NOT EXISTS (SELECT FROM transfer back WHERE back.reverses = transfer.id) ORDER BY kind`,
    ),
  }
}

/** Checks events 1 to n, each under one id. */
export async function proveToldOnce({ shop, sql }: Story, id: string): Promise<void> {
  await eventually(`all webhooks of ${id}`, async () => shop.events(id).length === LIFE.length)
  expect(shop.events(id)).toEqual(LIFE)
  const { rows } = await sql.query<{ id: string }>('SELECT id FROM event WHERE object_id = $1 ORDER BY sequence', [id])
  const received = new Set(shop.receiver.received.filter((event) => event.paymentId === id).map((event) => `${event.sequence} ${event.id}`))
  expect(received).toEqual(new Set(rows.map((row, index) => `${index + 1} ${row.id}`)))
}
