import type { WrongChainMoney } from '@gateway/contract/portal/operator-wrong-chain'
import { tables } from '@gateway/db/tables'
import { assetOf } from '@gateway/domain/money/asset'
import { formatUnits } from '@gateway/domain/money/decimal'
import { sql } from 'kysely'
import type { Context } from '../../kernel/context.ts'

/** Money at the addresses of payments on another chain than theirs, newest first. */
interface WrongChain {
  readonly shown: readonly WrongChainMoney[]
  /** The total: any third party can send thousands of transfers. */
  readonly total: number
}

type Row = Omit<WrongChainMoney, 'amount' | 'flushes'> & { readonly units: string; readonly total: number }

const SHOWN = 100

/**
 * What arrived, for one payment or for all, on another chain than the payment's, and no flush has paid out since. It is in no ledger: only its address,
 * which the payment has on both chains, ties it to the payment.
 */
export async function listWrongChain(
  ctx: Pick<Context, 'orm'>,
  { paymentId }: { paymentId?: string | undefined } = {},
): Promise<WrongChain> {
  const own = paymentId === undefined ? sql`` : sql`AND came.subject_id = ${paymentId}`
  const { rows } =
    await sql<Row>`SELECT payment.id AS payment, payment.state, payment.chain AS "dueOn", came.chain, came.asset, came.token AS contract,
      sum(came.units)::text AS units, (array_agg(came.tx_id ORDER BY came.arrived_at DESC, came.ref DESC))[1] AS transaction,
      payment.address, min(came.arrived_at) AS since, count(*) OVER ()::int AS total
    FROM wrong_chain_transfer came JOIN payment ON payment.id = came.subject_id::uuid
    WHERE came.subject = 'payment' ${own} AND NOT EXISTS (SELECT FROM wrong_chain_flush gone
      WHERE gone.chain = came.chain AND gone.subject_id = came.subject_id
        AND gone.asset IS NOT DISTINCT FROM came.asset AND gone.token IS NOT DISTINCT FROM came.token
        AND (gone.height, gone.tx_place, gone.log_place) > (came.height, came.tx_place, came.log_place))
    GROUP BY payment.id, came.chain, came.asset, came.token
    ORDER BY max(came.arrived_at) DESC, payment.id, came.asset, came.token LIMIT ${SHOWN}`.execute(tables(ctx.orm.em.fork()))
  return { shown: rows.map(told), total: rows[0]?.total ?? 0 }
}

/** In the order in which `held` prints it. */
const told = ({ payment, state, dueOn, chain, asset, contract, units, transaction, address, since }: Row): WrongChainMoney => ({
  payment,
  state,
  dueOn,
  chain,
  asset,
  contract,
  amount: asset === null ? units : formatUnits(BigInt(units), assetOf(asset).decimals),
  transaction,
  address,
  since: new Date(since),
  flushes: asset ?? `${chain}:${contract}`,
})
