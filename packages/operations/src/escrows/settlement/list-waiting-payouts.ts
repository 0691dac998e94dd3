import { findWaitingEscrowPayouts, type WaitingEscrowPayout } from '@gateway/db/escrows/waiting-queries'
import { assetOf } from '@gateway/domain/money/asset'
import { formatUnits } from '@gateway/domain/money/decimal'
import type { Context } from '../../kernel/context.ts'

/** A payout of an escrow that waits, in whole coins. */
export type WaitingPayout = Omit<WaitingEscrowPayout, 'units'> & { readonly amount: string }

/** Every payout of an escrow that waits, with its reason, oldest first. */
export async function listWaitingPayouts(ctx: Pick<Context, 'orm'>): Promise<WaitingPayout[]> {
  const rows = await findWaitingEscrowPayouts(ctx.orm.em.fork())
  return rows.map(({ units, ...row }) => ({ ...row, amount: formatUnits(BigInt(units), assetOf(row.asset).decimals) }))
}
