import type { Em } from '@gateway/db/orm'
import { type HeldRow, refused, stuck, unsigned, untaken } from '@gateway/db/payments/held-queries'
import { tables } from '@gateway/db/tables'
import { isLongCapped } from '@gateway/domain/custody/rules'
import { type AssetCode, assetOf, type ChainCode } from '@gateway/domain/money/asset'
import { formatUnits } from '@gateway/domain/money/decimal'
import type { RawBuilder } from 'kysely'
import type { Context } from '../../kernel/context.ts'
import { logGasNeeded } from '../../custody/treasury/gas-needed.ts'

/** Held funds, and the reason. */
export interface Held {
  readonly payment: string
  readonly state: string
  readonly asset: AssetCode
  readonly amount: string
  readonly reason: string
  readonly since: Date
  /** True when a fee cap has held it for a day, or a payment has waited a day below the cost of forwarding. */
  readonly alarm: boolean
}

/**
 * All held funds, oldest first: deposits in no round, settlements the ledger rejects, unsigned rounds, and rounds whose transaction is stuck and
 * cannot be replaced.
 */
export async function listHeld(ctx: Pick<Context, 'orm' | 'clock' | 'rails'>): Promise<Held[]> {
  const em = ctx.orm.em.fork()
  const now = ctx.clock.now()
  // Any third party can send dust, which waits without an alarm; only a payment's own money raises one.
  const unplanned = [...(await read(em, untaken)), ...(await read(em, refused))].map(({ isAwaited = false, ...row }) => ({
    ...row,
    alarm: isAwaited && isLongCapped(row, now),
  }))
  const sent = await withNeeds(ctx, em, await read(em, stuck))
  const planned = [...(await read(em, unsigned)), ...sent].map(({ isAwaited = true, ...row }) => ({
    ...row,
    alarm: isAwaited && isLongCapped(row, now),
  }))
  return [...unplanned, ...planned].toSorted((a, b) => a.since.getTime() - b.since.getTime())
}

type Row = Omit<Held, 'alarm'> & Pick<HeldRow, 'isAwaited'>

/** Adds the required gas to rounds that the gas payer cannot cover; one query per chain. */
async function withNeeds({ rails }: Pick<Context, 'rails'>, em: Em, rows: readonly Row[]): Promise<Row[]> {
  const isShort = ({ reason }: Row): boolean => reason === 'gas_payer_short'
  const chainOf = ({ asset }: Row): ChainCode => assetOf(asset).chain
  const needs = new Map<ChainCode, string>()
  for (const chain of new Set(rows.filter(isShort).map(chainOf))) needs.set(chain, await logGasNeeded(em, rails, chain))
  return rows.map((row) => (isShort(row) ? { ...row, reason: `${row.reason}: ${needs.get(chainOf(row))}` } : row))
}

async function read(em: Em, query: RawBuilder<HeldRow>): Promise<Row[]> {
  const { rows } = await query.execute(tables(em))
  return rows.map(({ payment, state, asset, units, reason, since, isAwaited }) => ({
    payment,
    state,
    asset,
    amount: formatUnits(BigInt(units), assetOf(asset).decimals),
    reason,
    since: new Date(since),
    ...(isAwaited !== undefined && { isAwaited }),
  }))
}
