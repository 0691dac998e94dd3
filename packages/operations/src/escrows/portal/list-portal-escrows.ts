import type { EscrowRows, PortalEscrowsInput } from '@gateway/contract/portal/escrows'
import { listEscrows } from '@gateway/db/escrows/queries'
import { searchEscrows } from '@gateway/db/escrows/search-queries'
import type { Actor } from '@gateway/domain/accounts/merchant'
import type { Context } from '../../kernel/context.ts'
import { portalScope } from '../../payments/portal/portal-scope.ts'
import { searchTerms } from '../../payments/portal/search-terms.ts'

const MOST_FOUND = 1_000

/**
 * A page of the escrows of one business, newest first, those of its series too.
 *
 * @throws {ForbiddenBusiness} {MerchantTokenRequired}
 */
export async function listPortalEscrows(
  ctx: Pick<Context, 'orm' | 'rails'>,
  { actor, wish: { businessId, status, q, ...bounds } }: { actor: Actor; wish: PortalEscrowsInput },
): Promise<EscrowRows> {
  const { business, scope } = await portalScope(ctx, { actor, businessId })
  const { merchantId, mode } = scope
  const tenant = { merchantId, businessId: business.id }
  const search = q === undefined || q.trim() === '' ? undefined : searchTerms(ctx.rails, q)
  const ids = search && (await searchEscrows(ctx.orm.em.fork(), { scope: { ...tenant, mode }, search, most: MOST_FOUND }))
  const { rows, total } = await listEscrows(ctx.orm.em.fork(), { scope: { mode, tenant, status, ids }, bounds })
  return { escrows: rows, total, ...bounds }
}
