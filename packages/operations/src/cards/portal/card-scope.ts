import type { BusinessCards } from '@gateway/db/cards/portal/portal-queries'
import type { Business } from '@gateway/domain/businesses/business'
import type { Context } from '../../kernel/context.ts'
import { type PortalRequest, portalScope } from '../../payments/portal/portal-scope.ts'

/** A business of the signed-in merchant, and the scope of its card payments. @throws {MerchantTokenRequired} {ForbiddenBusiness} */
export async function cardScope(ctx: Pick<Context, 'orm'>, request: PortalRequest): Promise<{ business: Business; scope: BusinessCards }> {
  const { business } = await portalScope(ctx, request)
  const { merchantId, mode } = request.actor
  return { business, scope: { merchantId, mode, businessId: business.id } }
}
