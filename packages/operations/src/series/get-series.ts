import { findChildren, findSeries, type SeriesChild } from '@gateway/db/series/queries'
import type { SeriesEntity } from '@gateway/db/series/series.entity'
import type { Actor } from '@gateway/domain/accounts/merchant'
import { NotFound } from '@gateway/domain/kernel/error'
import { businessScope } from '../businesses/business-scope.ts'
import type { Context } from '../kernel/context.ts'

/** A series of the caller with its children, in the order of their periods. @throws {NotFound} also when it belongs to another merchant. */
export async function getSeries(
  ctx: Context,
  { actor, id }: { actor: Actor; id: string },
): Promise<{ series: SeriesEntity; children: SeriesChild[] }> {
  const em = ctx.orm.em.fork()
  const series = await findSeries(em, { ...businessScope(actor), id })
  if (!series) throw new NotFound('series')
  return { series, children: await findChildren(em, { seriesId: id }) }
}
