import type { LightningDetail } from '@gateway/contract/lightning/portal-detail'
import { ownLightningPayments } from '@gateway/db/lightning/payment-queries'
import { findSendAttempt, type SendAttempt } from '@gateway/db/lightning/portal/portal-queries'
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
    isHeld: payment.state === 'pending' && attempt !== undefined && isHeld(attempt, payment),
    events: await readToldEvents(ctx, { objectId: id }),
  }
}

/** Before the first call only the policy says no; later problems are the node's, which has none with a send inside the service. */
const isHeld = ({ calls, lastProblem }: SendAttempt, { isInternal }: { readonly isInternal: boolean }): boolean =>
  lastProblem !== null && (isInternal || calls === 0)
