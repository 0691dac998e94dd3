import type { LightningPaymentRef, ListLightningPaymentsInput } from '@gateway/contract/lightning/inputs'
import type { LightningPaymentEntity } from '@gateway/db/lightning/lightning-payment.entity'
import { findPaymentOfHash, ownLightningPayments } from '@gateway/db/lightning/payment-queries'
import type { Actor } from '@gateway/domain/accounts/merchant'
import { NotFound } from '@gateway/domain/kernel/error'
import { businessScope } from '../../businesses/business-scope.ts'
import { listOwned } from '../../businesses/owned/read-owned.ts'
import type { Context } from '../../kernel/context.ts'

/** A page of the caller's Lightning payments, newest first. @throws {ForbiddenBusiness} when the credential does not act for the named business. */
export async function listLightningPayments(
  ctx: Pick<Context, 'orm'>,
  { actor, filter }: { actor: Actor; filter: ListLightningPaymentsInput },
): Promise<{ rows: LightningPaymentEntity[]; total: number }> {
  const { walletId, nodeId, direction, status: state } = filter
  return listOwned(ctx, { of: ownLightningPayments, actor, filter, where: { walletId, nodeId, direction, state } })
}

/** A payment of the caller by its hash: the outgoing one of two, unless the caller names the other. @throws {NotFound} */
export async function getLightningPayment(
  ctx: Pick<Context, 'orm'>,
  { actor, named: { paymentHash, walletId, direction } }: { actor: Actor; named: LightningPaymentRef },
): Promise<LightningPaymentEntity> {
  const found = await findPaymentOfHash(ctx.orm.em.fork(), { ...businessScope(actor), paymentHash, walletId, direction })
  if (!found) throw new NotFound('Lightning payment')
  return found
}
