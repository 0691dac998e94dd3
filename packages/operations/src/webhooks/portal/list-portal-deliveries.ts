import type { PortalDeliveriesInput } from '@gateway/contract/portal/webhooks'
import { findLogged } from '@gateway/db/webhooks/log-queries'
import type { Actor } from '@gateway/domain/accounts/merchant'
import type { LoggedDelivery } from '@gateway/domain/webhooks/delivery'
import { keptMs } from '@gateway/domain/webhooks/retry-schedule'
import { requireMerchant } from '../../accounts/auth/require-merchant.ts'
import { resolveBusiness } from '../../businesses/resolve-business.ts'
import type { Context } from '../../kernel/context.ts'

/**
 * A page of the deliveries of a business in the last thirty days, newest first, webhook tests included.
 *
 * @throws {ForbiddenBusiness} {MerchantTokenRequired}
 */
export async function listPortalDeliveries(
  ctx: Pick<Context, 'orm' | 'clock'>,
  { actor, wish }: { actor: Actor; wish: PortalDeliveriesInput },
): Promise<{ deliveries: readonly LoggedDelivery[]; nextCursor: string | null }> {
  const business = await resolveBusiness(ctx, { actor: requireMerchant(actor), businessId: wish.businessId })
  const since = new Date(ctx.clock.now().getTime() - keptMs)
  const wanted = { businessId: business.id, mode: actor.mode, since, paymentId: undefined, state: wish.status, after: wish.cursor }
  const found = await findLogged(ctx.orm.em.fork(), { ...wanted, limit: wish.limit + 1, offset: 0 })
  const deliveries = found.slice(0, wish.limit)
  return { deliveries, nextCursor: found.length > deliveries.length ? (deliveries.at(-1)?.id ?? null) : null }
}
