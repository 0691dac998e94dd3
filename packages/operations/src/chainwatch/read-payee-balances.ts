import type { ChainNode } from '@gateway/chains/rail/chain-node'
import { tables } from '@gateway/db/tables'
import type { PlainHoldReason } from '@gateway/domain/custody/hold-reasons'
import type { AssetCode } from '@gateway/domain/money/asset'
import { sql } from 'kysely'
import type { Context } from '../kernel/context.ts'

/**
 * Reads the coins of the accounts that waiting payouts pay, for the signer, which sees no node: an account with too few cannot be paid a small amount, and
 * a token account without any has to be opened.
 *
 * @throws {ChainUnavailable} when the node does not respond; the signer then waits.
 */
export async function readPayeeBalances(ctx: Context, node: ChainNode): Promise<void> {
  if (!node.readCoins) return
  const { chain, tokenAccountOf } = node.rail
  const db = tables(ctx.orm.em.fork())
  const { rows } = await sql<{ owner: string; asset: AssetCode }>`SELECT DISTINCT recipient->>'address' AS owner, spend_intent.asset
    FROM spend_intent JOIN payout_terms ON payout_terms.id = spend_intent.payout_terms_id, jsonb_array_elements(payout_terms.recipients) AS recipient
    WHERE spend_intent.chain = ${chain} AND (spend_intent.state = 'planned' OR spend_intent.state = 'held' AND spend_intent.hold_reason = ${UNKNOWN})
    LIMIT ${MOST_AT_ONCE}`.execute(db)
  if (rows.length === 0) return
  const accounts = await Promise.all(
    rows.map(async ({ owner, asset }) => (asset === chain ? owner : ((await tokenAccountOf?.(owner)) ?? owner))),
  )
  const addresses = [...new Set(accounts)]
  const readAt = ctx.clock.now()
  const found = await node.readCoins(addresses)
  await db
    .insertInto('account_balance')
    .values(addresses.map((address, at) => ({ chain, address, units: found[at] ?? 0n, readAt })))
    .onConflict((oc) => oc.columns(['chain', 'address']).doUpdateSet((eb) => ({ units: eb.ref('excluded.units'), readAt })))
    .execute()
}

const MOST_AT_ONCE = 100
/** A payout that waits for anything else is not read for: strangers can make as many of those as they like. */
const UNKNOWN: PlainHoldReason = 'account_balance_unknown'
