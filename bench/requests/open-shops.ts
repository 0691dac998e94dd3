import { call } from '@gateway/scripts/demo/client'
import { randomBytes } from 'node:crypto'
import type pg from 'pg'

const WALLETS = { BTC: 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080', ETH: '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359' }

// No chain is read beside these parts, so nobody answers what the node of one knows the wallet as.
const ANSWERED = `INSERT INTO address_question (chain, address, asked_at, use, answered_at) VALUES ('ETH', $1, now(), 'wallet', now())
  ON CONFLICT (address, chain) DO UPDATE SET asked_at = EXCLUDED.asked_at, answered_at = EXCLUDED.answered_at`

/** Opens businesses of one merchant on the larger plan, which the bench does not use up between two calls of `resetUsage`. Returns their API keys. */
export async function openShops(api: string, sql: pg.Client, count: number): Promise<string[]> {
  const account = { email: `bench-${randomBytes(4).toString('hex')}@example.com`, password: randomBytes(12).toString('hex') }
  const { token } = await call<{ token: string }>(api, { path: '/auth/register', body: account })
  await sql.query(ANSWERED, [WALLETS.ETH])
  const keys: string[] = []
  for (let n = 0; n < count; n++) {
    const body = { name: `Bench ${n}`, walletAddresses: WALLETS, webhook_url: 'http://127.0.0.1:9/hooks', webhook_events: ['*'] }
    keys.push((await call<{ api_key: string }>(api, { path: '/businesses', key: token, body })).api_key)
  }
  await sql.query("UPDATE business SET plan = 'professional'")
  return keys
}

/** Sets the used part of the monthly quota back to zero. */
export const resetUsage = (sql: pg.Client): Promise<unknown> => sql.query('UPDATE usage_counter SET current = 0')
