import type { BusinessPayments } from '@gateway/db/payments/portal-queries'
import type { Actor } from '@gateway/domain/accounts/merchant'
import type { Business } from '@gateway/domain/businesses/business'
import type { BusinessId } from '@gateway/domain/kernel/id'
import { requireMerchant } from '../../accounts/auth/require-merchant.ts'
import { businessScope } from '../../businesses/business-scope.ts'
import { resolveBusiness } from '../../businesses/resolve-business.ts'
import type { Context } from '../../kernel/context.ts'

/** A request of a signed-in merchant about one business. */
export interface PortalRequest {
  readonly actor: Actor
  readonly businessId: BusinessId
}

/**
 * A business of the signed-in merchant, and the scope of its payments.
 *
 * @throws {MerchantTokenRequired} for an API key.
 * @throws {ForbiddenBusiness} when it is not the merchant's, or does not exist.
 */
export async function portalScope(
  ctx: Pick<Context, 'orm'>,
  { actor, businessId }: PortalRequest,
): Promise<{ business: Business; scope: BusinessPayments }> {
  const business = await resolveBusiness(ctx, { actor: requireMerchant(actor), businessId })
  return { business, scope: { ...businessScope(actor), businessId: business.id } }
}
