import type { EscrowRows, PortalEscrowsInput } from '@gateway/contract/portal/escrows'
import { listEscrows } from '@gateway/db/escrows/queries'
import { isSearched } from '@gateway/db/escrows/search-queries'
import type { Actor } from '@gateway/domain/accounts/merchant'
import type { Context } from '../../kernel/context.ts'
import { portalScope } from '../../payments/portal/portal-scope.ts'
import { searchTerms } from '../../payments/portal/search-terms.ts'

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
  const text = q?.trim()
  const found = text ? isSearched(searchTerms(ctx.rails, text)) : undefined
  const { rows, total } = await listEscrows(ctx.orm.em.fork(), { scope: { mode, tenant, status, found }, bounds })
  return { escrows: rows, total, ...bounds }
}
