import type { PortalRefund, PortalRefunds } from '@gateway/contract/portal/payment-detail'
import type { SeenPaymentRefund } from '@gateway/contract/payment-refunds'
import { findRail } from '@gateway/chains/registry'
import type { Actor } from '@gateway/domain/accounts/merchant'
import { sumUnits } from '@gateway/domain/money/units'
import { restOf } from '@gateway/domain/payments/match-refund'
import type { Context } from '../../kernel/context.ts'
import { listPaymentRefunds } from '../assisted/list-payment-refunds.ts'
import { readRefundable } from '../assisted/read-refundable.ts'
import { findForDecision } from '../authorize-decision.ts'

type ReadContext = Pick<Context, 'orm' | 'clock' | 'rails'>

/**
 * The refunds of a payment of the signed-in merchant, and what can still be refunded of it from the merchant's wallet. Held money goes first: while there is
 * some, nothing else can be refunded.
 *
 * @throws {NotFound} also when it is another merchant's.
 */
export async function readPortalRefunds(
  ctx: ReadContext,
  { actor, id }: { readonly actor: Actor; readonly id: string },
): Promise<PortalRefunds> {
  const em = ctx.orm.em.fork()
  const payment = await findForDecision(em, { paymentId: id, by: actor })
  const refunds = await listPaymentRefunds(ctx, { actor, id })
  const { heldUnits, leftUnits } = await readRefundable(em, ctx, payment)
  return {
    asset: payment.asset,
    leftUnits: heldUnits > 0n ? 0n : leftUnits,
    refunds: refunds.map((refund) => ({ ...refund, ...wayToPay(ctx, refund) })),
  }
}

/** What opens the wallet of the merchant, for the part that no transfer pays yet. */
function wayToPay({ rails }: Pick<Context, 'rails'>, refund: SeenPaymentRefund): Pick<PortalRefund, 'paymentUri' | 'qrText'> {
  const { paidBy, status, asset, address } = refund
  const rail = findRail(rails, asset)
  const units = openUnitsOf(refund)
  const isPayable = paidBy === 'merchant' && (status === 'named' || status === 'paying') && units > 0n
  if (!isPayable || address === null || !rail) return { paymentUri: null, qrText: null }
  const request = { asset, address, units }
  return { paymentUri: rail.paymentUri(request), qrText: rail.qrText(request) }
}

function openUnitsOf({ units, transfers }: SeenPaymentRefund): bigint {
  const countedUnits = sumUnits(transfers.filter(({ isCounted, state }) => isCounted && state !== 'gone'))
  return units === null ? 0n : restOf({ units, countedUnits })
}
