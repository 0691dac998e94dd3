import type { SeriesCalendar } from '@gateway/contract/portal/series'
import { findChildren, ownSeries, type SeriesChild } from '@gateway/db/series/queries'
import type { SeriesEntity } from '@gateway/db/series/series.entity'
import type { EmailFate } from '@gateway/domain/accounts/email'
import type { Actor } from '@gateway/domain/accounts/merchant'
import { scheduleOf } from '@gateway/domain/series/series'
import { nextSlot } from '@gateway/domain/series/series-schedule'
import { upcomingCharges } from '@gateway/domain/series/upcoming-charges'
import { readLinkFates } from '../accounts/emails/read-link-fates.ts'
import { readBusiness } from '../businesses/read-business.ts'
import { getOwned } from '../businesses/owned/read-owned.ts'
import type { Context } from '../kernel/context.ts'

const MOST_SHOWN = 6

/** A child of a series, and what became of the e-mail with its link. */
export type MailedChild = SeriesChild & { readonly email: EmailFate | undefined }

/** A series of the caller with its children, in the order of their periods. @throws {NotFound} also when it belongs to another merchant. */
export async function getSeries(
  ctx: Context,
  { actor, id }: { actor: Actor; id: string },
): Promise<{ series: SeriesEntity; children: MailedChild[] }> {
  const em = ctx.orm.em.fork()
  const series = await getOwned(ctx, { of: ownSeries, actor, id })
  const children = await findChildren(em, { seriesId: id })
  const fates = await readLinkFates(em, { escrowIds: children.map(({ escrowId }) => escrowId) })
  return { series, children: children.map((child) => ({ ...child, email: fates.get(child.escrowId) })) }
}

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
