import type { DeliveryDetail } from '@gateway/contract/portal/webhooks'
import { findDeliveryDetail } from '@gateway/db/webhooks/portal-queries'
import type { Actor } from '@gateway/domain/accounts/merchant'
import { NotFound } from '@gateway/domain/kernel/error'
import { requireMerchant } from '../../accounts/auth/require-merchant.ts'
import type { Context } from '../../kernel/context.ts'

/** A delivery or a webhook test of the signed-in merchant, with its payload. @throws {NotFound} {MerchantTokenRequired} */
export async function getDelivery(ctx: Pick<Context, 'orm'>, { actor, id }: { actor: Actor; id: string }): Promise<DeliveryDetail> {
  const { merchantId } = requireMerchant(actor)
  const found = await findDeliveryDetail(ctx.orm.em.fork(), { id, merchantId })
  if (!found) throw new NotFound('delivery')
  return found
}
