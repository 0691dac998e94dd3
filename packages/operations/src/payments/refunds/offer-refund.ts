import type { Em } from '@gateway/db/orm'
import type { Context } from '../../kernel/context.ts'
import { storeResponse } from '../../idempotency/idempotency-keys.ts'
import type { Keep } from '../../idempotency/idempotency-keys.ts'
import { transaction } from '../../kernel/transaction.ts'
import { type Decision, findForDecision, nameOf } from '../authorize-decision.ts'
import { type OfferedRefund, offerWithin, type RefundedPayer } from './shared/offer-within.ts'
import { refundedPayment } from './payment-refunds.ts'

/** The payment to refund, and how long the link is valid. */
interface Offer extends Decision {
  readonly linkDays: number
  /** Gets the link by e-mail. */
  readonly payer?: RefundedPayer | undefined
  readonly keep?: Keep<OfferedRefund> | undefined
}

/**
 * Offers held funds of a payment to its payer by a one-time link, by which the payer claims them to an address. If the payment completes meanwhile, its
 * money goes to the merchant.
 *
 * @throws {NotFound} also when the payment is another merchant's.
 * @throws {NotReturnable} when there are no held funds to decide about, or the chain allows no refund.
 * @throws {InvalidState} while an address is claimed; withdraw that first.
 * @throws {InvalidField} for a payer without an e-mail address, or in a language without texts.
 */
export async function offerRefund(ctx: Context, { paymentId, by, keep, ...offer }: Offer): Promise<OfferedRefund> {
  return transaction(ctx, async (em: Em) => {
    const object = refundedPayment(await findForDecision(em, { paymentId, by }))
    const refund = await offerWithin(em, ctx, { object, by: nameOf(by), ...offer })
    await storeResponse(em, keep, refund)
    return refund
  })
}
