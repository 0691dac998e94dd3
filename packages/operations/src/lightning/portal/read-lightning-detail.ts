import type { LightningDetail } from '@gateway/contract/lightning/portal-detail'
import { ownLightningPayments } from '@gateway/db/lightning/payment-queries'
import { findSendAttempt } from '@gateway/db/lightning/portal/portal-queries'
import type { Actor } from '@gateway/domain/accounts/merchant'
import { requireMerchant } from '../../accounts/auth/require-merchant.ts'
import { getOwned } from '../../businesses/owned/read-owned.ts'
import type { Context } from '../../kernel/context.ts'
import { readToldEvents } from '../../webhooks/portal/read-told-events.ts'

/**
 * A Lightning payment of the signed-in merchant, whether the node was asked to pay it, and its events.
 *
 * @throws {MerchantTokenRequired} for an API key. @throws {NotFound} also for another merchant's.
 */
export async function readLightningDetail(
  ctx: Pick<Context, 'orm'>,
  { actor, id }: { actor: Actor; id: string },
): Promise<LightningDetail> {
  const payment = await getOwned(ctx, { of: ownLightningPayments, actor: requireMerchant(actor), id })
  const attempt = await findSendAttempt(ctx.orm.em.fork(), { paymentId: id })
  return {
    payment,
    isInternal: payment.isInternal,
    // One inside the service is begun, and never given to the node.
    handedAt: payment.isInternal ? null : (attempt?.firstCalledAt ?? null),
    // Before the first call only the policy says no; later problems are the node's.
    isHeld: payment.state === 'pending' && attempt?.calls === 0 && attempt.lastProblem !== null,
    events: await readToldEvents(ctx, { objectId: id }),
  }
}
