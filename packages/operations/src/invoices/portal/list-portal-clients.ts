import type { PortalClientsInput } from '@gateway/contract/invoices/portal-lists'
import type { CountedPage } from '@gateway/contract/wire/cursor'
import type { ClientEntity } from '@gateway/db/invoices/client.entity'
import { countClientPage, findClientPage } from '@gateway/db/invoices/portal/client-queries'
import type { Actor } from '@gateway/domain/accounts/merchant'
import type { Context } from '../../kernel/context.ts'
import { portalScope } from '../../payments/portal/portal-scope.ts'
import { pageOf } from '../../payments/portal/page-of.ts'

const MOST_COUNTED = 1_000

/**
 * A page of the clients of a business, newest first, and how many match up to a ceiling.
 *
 * @throws {ForbiddenBusiness} {MerchantTokenRequired}
 */
export async function listPortalClients(
  ctx: Pick<Context, 'orm'>,
  { actor, wish }: { actor: Actor; wish: PortalClientsInput },
): Promise<CountedPage<ClientEntity>> {
  const { scope } = await portalScope(ctx, { actor, businessId: wish.businessId })
  const text = wish.q?.trim() || undefined
  const [found, counted] = await Promise.all([
    findClientPage(ctx.orm.em.fork(), { scope, text, after: wish.cursor, limit: wish.limit + 1 }),
    countClientPage(ctx.orm.em.fork(), { scope, text, most: MOST_COUNTED + 1 }),
  ])
  return pageOf(found, { limit: wish.limit, counted, most: MOST_COUNTED })
}
