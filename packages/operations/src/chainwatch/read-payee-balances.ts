import type { ChainNode } from '@gateway/chains/rail/chain-node'
import { BEGINNING, isNoneOf, type SweptPage } from '@gateway/db/kernel/page'
import type { Em } from '@gateway/db/orm'
import { tables } from '@gateway/db/tables'
import type { ChainCode } from '@gateway/domain/money/asset'
import { sql } from 'kysely'
import type { Context } from '../kernel/context.ts'
import { readDue } from '../kernel/sweeps/sweep-each.ts'
import { sweepTogether } from '../kernel/sweeps/sweep-together.ts'

/**
 * Reads the coins of the accounts that waiting payouts pay, for the signer, which sees no node: an account with too few cannot be paid a small amount.
 *
 * @throws {ChainUnavailable} when the node does not respond; the signer then waits.
 */
export async function readPayeeBalances(ctx: Context, node: ChainNode): Promise<void> {
  if (!node.readCoins) return
  const { chain } = node.rail
  const payees = { name: 'payee_balances', keyOf: (address: string) => address, aboutOf: () => ({ chain }) } as const
  const rows = await readDue<string>(ctx, { ...payees, limit: MOST_AT_ONCE, read: (page) => findPayees(ctx.orm.em.fork(), chain, page) })
  await sweepTogether(ctx, { ...payees, rows }, async (addresses) => {
    await readSome(ctx, node, addresses)
    return []
  })
}

/** Accounts that waiting payouts of coins pay, in the order of their addresses. */
async function findPayees(em: Em, chain: ChainCode, { after, limit, except }: SweptPage): Promise<string[]> {
  const { rows } = await sql<{ address: string }>`SELECT DISTINCT recipient->>'address' AS address
    FROM spend_intent JOIN payout_terms ON payout_terms.id = spend_intent.payout_terms_id, jsonb_array_elements(payout_terms.recipients) AS recipient
    WHERE spend_intent.chain = ${chain} AND spend_intent.asset = ${chain} AND spend_intent.state IN ('planned', 'held')
      AND (${after} = ${BEGINNING} OR recipient->>'address' > ${after}) AND ${isNoneOf(sql`recipient->>'address'`, except)}
    ORDER BY 1 LIMIT ${limit}`.execute(tables(em))
  return rows.map(({ address }) => address)
}

async function readSome(ctx: Context, node: ChainNode, addresses: readonly string[]): Promise<void> {
  const { chain } = node.rail
  const readAt = ctx.clock.now()
  const found = (await node.readCoins?.([...addresses])) ?? []
  await tables(ctx.orm.em.fork())
    .insertInto('account_balance')
    .values(addresses.map((address, at) => ({ chain, address, units: found[at] ?? 0n, readAt })))
    .onConflict((oc) => oc.columns(['chain', 'address']).doUpdateSet((eb) => ({ units: eb.ref('excluded.units'), readAt })))
    .execute()
}

const MOST_AT_ONCE = 100
