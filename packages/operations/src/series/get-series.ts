import { findChildren, ownSeries, type SeriesChild } from '@gateway/db/series/queries'
import type { SeriesEntity } from '@gateway/db/series/series.entity'
import type { EmailFate } from '@gateway/domain/accounts/email'
import type { Actor } from '@gateway/domain/accounts/merchant'
import { readLinkFates } from '../accounts/emails/read-link-fates.ts'
import { getOwned } from '../businesses/read-owned.ts'
import type { Context } from '../kernel/context.ts'

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
