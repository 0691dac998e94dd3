import type { EndpointHealth } from '@gateway/contract/portal/webhooks'
import type { Actor } from '@gateway/domain/accounts/merchant'
import type { BusinessId } from '@gateway/domain/kernel/id'
import { requireMerchant } from '../../accounts/auth/require-merchant.ts'
import { resolveBusiness } from '../../businesses/resolve-business.ts'
import type { Context } from '../../kernel/context.ts'
import { findEndpointHealth } from './find-endpoint-health.ts'

/** The webhook endpoint of a business of the signed-in merchant. @throws {ForbiddenBusiness} {MerchantTokenRequired} */
export async function getEndpoint(
  ctx: Pick<Context, 'orm'>,
  { actor, businessId }: { actor: Actor; businessId: BusinessId },
): Promise<EndpointHealth> {
  const business = await resolveBusiness(ctx, { actor: requireMerchant(actor), businessId })
  return findEndpointHealth(ctx, { businessId: business.id })
}
