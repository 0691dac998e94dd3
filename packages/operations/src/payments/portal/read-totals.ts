import type { PortalTotals, PortalTotalsInput, Tally } from '@gateway/contract/portal/totals'
import { type DayTotals, findDayTotals } from '@gateway/db/payments/totals-queries'
import type { Actor } from '@gateway/domain/accounts/merchant'
import { lastDays } from '@gateway/domain/kernel/local-day'
import type { Context } from '../../kernel/context.ts'
import { portalScope } from './portal-scope.ts'

/**
 * Totals of a business over its last days, today included, by the day of a payment's creation in the business's time zone.
 *
 * @throws {ForbiddenBusiness} {MerchantTokenRequired}
 */
export async function readTotals(
  ctx: Pick<Context, 'orm' | 'clock'>,
  { actor, wish }: { actor: Actor; wish: PortalTotalsInput },
): Promise<PortalTotals> {
  const { business, scope } = await portalScope(ctx, { actor, businessId: wish.businessId })
  const { timeZone } = business
  const days = lastDays(ctx.clock.now(), { timeZone, count: wish.days })
  const rows = await findDayTotals(ctx.orm.em.fork(), { scope, days })
  const byDay = Map.groupBy(rows, ({ day }) => day)
  return {
    timeZone,
    days: days.map(({ day }) => ({ day, ...sumOf(byDay.get(day) ?? []) })),
    whole: sumOf(rows),
    assets: [...Map.groupBy(rows, ({ asset }) => asset)].map(([asset, own]) => ({
      asset,
      ...sumOf(own),
      receivedUnits: addUp(own, 'receivedUnits'),
    })),
    currencies: [...Map.groupBy(rows, ({ currency }) => currency)].map(([currency, own]) => ({
      currency,
      ...sumOf(own),
      fiatMinor: addUp(own, 'fiatMinor'),
    })),
  }
}

const sumOf = (rows: readonly DayTotals[]): Tally => ({
  created: rows.reduce((sum, { created }) => sum + created, 0),
  paid: rows.reduce((sum, { paid }) => sum + paid, 0),
  ended: rows.reduce((sum, { ended }) => sum + ended, 0),
  usdCents: addUp(rows, 'usdCents'),
})

const addUp = (rows: readonly DayTotals[], column: 'usdCents' | 'fiatMinor' | 'receivedUnits'): bigint =>
  rows.reduce((sum, row) => sum + row[column], 0n)
