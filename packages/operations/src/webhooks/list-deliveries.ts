import type { ListDeliveriesInput } from '@gateway/contract/webhooks'
import { countLogged, findLogged } from '@gateway/db/webhooks/log-queries'
import type { Actor } from '@gateway/domain/accounts/merchant'
import type { LoggedDelivery } from '@gateway/domain/webhooks/delivery'
import { keptMs } from '@gateway/domain/webhooks/retry-schedule'
import { resolveBusiness } from '../businesses/resolve-business.ts'
import type { Context } from '../kernel/context.ts'

type Wish = Pick<ListDeliveriesInput, 'businessId' | 'limit' | 'offset'> & Partial<Pick<ListDeliveriesInput, 'paymentId' | 'status'>>

/**
 * The deliveries of a business in the last thirty days, newest first, webhook tests included; response bodies are not stored. A test key sees
 * those of test mode only.
 *
 * @param input.isCounted - also returns the total.
 * @throws {ForbiddenBusiness} {BusinessRequired} {NoBusinessYet}
 */
export async function listDeliveries(
  ctx: Pick<Context, 'orm' | 'clock'>,
  { actor, wish, isCounted }: { actor: Actor; wish: Wish; isCounted: boolean },
): Promise<{ deliveries: readonly LoggedDelivery[]; total: number }> {
  const business = await resolveBusiness(ctx, { actor, businessId: wish.businessId })
  const since = new Date(ctx.clock.now().getTime() - keptMs)
  const wanted = { businessId: business.id, mode: actor.mode, since, paymentId: wish.paymentId, state: wish.status }
  const deliveries = await findLogged(ctx.orm.em.fork(), { ...wanted, limit: wish.limit, offset: wish.offset })
  return { deliveries, total: isCounted ? await countLogged(ctx.orm.em.fork(), wanted) : deliveries.length }
}
