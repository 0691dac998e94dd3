import type { ChainNode } from '@gateway/chains/rail/chain-node'
import { BEGINNING, isNoneOf, type SweptPage } from '@gateway/db/kernel/page'
import type { Em } from '@gateway/db/orm'
import { tables } from '@gateway/db/tables'
import type { PlainHoldReason } from '@gateway/domain/custody/hold-reasons'
import type { AssetCode, ChainCode } from '@gateway/domain/money/asset'
import { sql } from 'kysely'
import type { Context } from '../kernel/context.ts'
import { readDue } from '../kernel/sweeps/sweep-each.ts'
import { sweepTogether } from '../kernel/sweeps/sweep-together.ts'

/**
 * Reads the coins of the accounts that waiting payouts pay, for the signer, which sees no node: an account with too few cannot be paid a small amount, and
 * a token account without any has to be opened. Of tokens also those of the deposit's account, which a payout closes: what it gives back is what it holds.
 *
 * @throws {ChainUnavailable} when the node does not respond; the signer then waits.
 */
export async function readPayeeBalances(ctx: Context, node: ChainNode): Promise<void> {
  if (!node.readCoins) return
  const { chain } = node.rail
  const payees = { name: 'payee_balances', keyOf, aboutOf: () => ({ chain }) } as const
  const rows = await readDue<Payee>(ctx, { ...payees, limit: MOST_AT_ONCE, read: (page) => findPayees(ctx.orm.em.fork(), chain, page) })
  await sweepTogether(ctx, { ...payees, rows }, async (some) => {
    await readSome(ctx, node, some)
    return []
  })
}

/** Who is paid, in which asset. */
interface Payee {
  readonly owner: string
  readonly asset: AssetCode
}

const keyOf = ({ owner, asset }: Payee): string => `${owner} ${asset}`
const KEY = sql`(recipient->>'address' || ' ' || spend_intent.asset)`

/** Where the payouts of `payout_terms` find or leave coins. */
const OWNERS = sql`CASE WHEN spend_intent.asset = spend_intent.chain THEN payout_terms.recipients
  ELSE payout_terms.recipients || jsonb_build_array(jsonb_build_object('address', payout_terms.address)) END`

/** Whom waiting payouts of a chain pay, in the order of their keys, and who owns the tokens that they move. */
async function findPayees(em: Em, chain: ChainCode, { after, limit, except }: SweptPage): Promise<Payee[]> {
  const { rows } = await sql<Payee>`SELECT DISTINCT ON (${KEY}) recipient->>'address' AS owner, spend_intent.asset
    FROM spend_intent JOIN payout_terms ON payout_terms.id = spend_intent.payout_terms_id, jsonb_array_elements(${OWNERS}) AS recipient
    WHERE spend_intent.chain = ${chain} AND (spend_intent.state = 'planned' OR spend_intent.state = 'held' AND spend_intent.hold_reason = ${UNKNOWN})
      AND (${after} = ${BEGINNING} OR ${KEY} > ${after}) AND ${isNoneOf(KEY, except)}
    ORDER BY ${KEY} LIMIT ${limit}`.execute(tables(em))
  return rows
}

async function readSome(ctx: Context, node: ChainNode, payees: readonly Payee[]): Promise<void> {
  const { chain, tokenAccountOf } = node.rail
  const accounts = await Promise.all(
    payees.map(async ({ owner, asset }) => (asset === chain ? owner : ((await tokenAccountOf?.(owner)) ?? owner))),
  )
  const addresses = [...new Set(accounts)]
  const readAt = ctx.clock.now()
  const found = (await node.readCoins?.([...addresses])) ?? []
  await tables(ctx.orm.em.fork())
    .insertInto('account_balance')
    .values(addresses.map((address, at) => ({ chain, address, units: found[at] ?? 0n, readAt })))
    .onConflict((oc) => oc.columns(['chain', 'address']).doUpdateSet((eb) => ({ units: eb.ref('excluded.units'), readAt })))
    .execute()
}

const MOST_AT_ONCE = 100
/** A payout that waits for anything else is not read for: strangers can make as many of those as they like. */
const UNKNOWN: PlainHoldReason = 'account_balance_unknown'
