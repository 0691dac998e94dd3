import type { SeriesCalendar } from '@gateway/contract/portal/series'
import { ownSeries } from '@gateway/db/series/queries'
import type { Actor } from '@gateway/domain/accounts/merchant'
import { scheduleOf } from '@gateway/domain/series/series'
import { nextSlot } from '@gateway/domain/series/series-schedule'
import { upcomingCharges } from '@gateway/domain/series/upcoming-charges'
import { getOwned } from '../businesses/read-owned.ts'
import { readBusiness } from '../businesses/read-business.ts'
import type { Context } from '../kernel/context.ts'

const MOST_SHOWN = 6

/** What a series of the caller is going to do, if nothing is changed. @throws {NotFound} also when it belongs to another merchant. */
export async function readCalendar(ctx: Context, { actor, id }: { actor: Actor; id: string }): Promise<SeriesCalendar> {
  const em = ctx.orm.em.fork()
  const series = await getOwned(ctx, { of: ownSeries, actor, id })
  const { timeZone } = await readBusiness(em, series)
  const schedule = scheduleOf(series, timeZone)
  const now = ctx.clock.now()
  return {
    timeZone,
    now,
    charges: upcomingCharges(schedule, { now, most: MOST_SHOWN }),
    resumesAt: series.state === 'paused' ? nextSlot(schedule, now).at : null,
  }
}
