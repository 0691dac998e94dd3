import { readHeldCards } from '@gateway/db/cards/held-queries'
import { fiatDecimals, isFiatCode } from '@gateway/domain/money/fiat'
import { formatUnits } from '@gateway/domain/money/decimal'
import type { Context } from '../../kernel/context.ts'

/** Card money that waits for an operator, and why. */
export interface HeldCard {
  readonly payment: string
  readonly escrow: string | null
  readonly state: string
  readonly amount: string
  readonly currency: string
  /** The reason of its hold, or `paused:` and what the pause stops. */
  readonly reason: string
  readonly since: Date
}

/** Card payments that are held, and card money that a pause keeps from leaving, the longest waiting first. */
export async function listHeldCards(ctx: Pick<Context, 'orm'>): Promise<HeldCard[]> {
  const rows = await readHeldCards(ctx.orm.em.fork())
  return rows.map(({ units, currency, since, ...row }) => {
    const amount = formatUnits(BigInt(units), isFiatCode(currency) ? fiatDecimals[currency] : 0)
    return { ...row, amount, currency, since: new Date(since) }
  })
}
