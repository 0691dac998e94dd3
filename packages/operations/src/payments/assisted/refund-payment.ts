import type { SeenPaymentRefund } from '@gateway/contract/payment-refunds'
import { lockRefundsOf } from '@gateway/db/payments/assisted/assisted-refund-queries'
import { type Actor, actorName } from '@gateway/domain/accounts/merchant'
import { InvalidField } from '@gateway/domain/kernel/error'
import type { Keep } from '../../idempotency/idempotency-keys.ts'
import { storeResponse } from '../../idempotency/idempotency-keys.ts'
import type { ApiContext } from '../../kernel/context.ts'
import { transaction } from '../../kernel/transaction.ts'
import { findForDecision } from '../authorize-decision.ts'
import { readRefundAddress } from '../refunds/refund-address.ts'
import { priceRefund, readWanted } from './start/price-refund.ts'
import { readRefundable } from './read-refundable.ts'
import type { RefundRequest } from './refund-request.ts'
import { startAssisted } from './start/start-assisted.ts'
import { startHeld } from './start/start-held.ts'

/** A payment of the caller, and how much of it goes back. */
interface Refunding {
  readonly actor: Actor
  readonly id: string
  readonly request: RefundRequest
  readonly keep?: Keep<SeenPaymentRefund> | undefined
}

/**
 * Refunds a payment, or a part of it. Held money that a key of ours holds is sent by the gateway. All other money is the merchant's: the payer names an address,
 * or the merchant does, the merchant pays from its own wallet, and the gateway watches the address. Never more coin than the payment has received, less what
 * was refunded or is open.
 *
 * @throws {NotFound} also for another merchant's. @throws {NotReturnable} with the reason. @throws {InvalidAmount} for more than is left.
 * @throws {InvalidAddress} {AddressUnchecked} {RateUnavailable} {InvalidField} {InvalidState}
 */
export async function refundPayment(ctx: ApiContext, { actor, id, request, keep }: Refunding): Promise<SeenPaymentRefund> {
  if (request.txHash !== undefined && request.address === undefined)
    throw new InvalidField('tx_hash', 'goes with the address that it has paid')
  const seen = await findForDecision(ctx.orm.em.fork(), { paymentId: id, by: actor })
  const wanted = readWanted(seen, request)
  // Before anything is locked: the chain and the rates may take their time to answer.
  const address = request.address === undefined ? undefined : await readRefundAddress(ctx, { asset: seen.asset, text: request.address })
  const price = await priceRefund(ctx.orm.em.fork(), ctx, { payment: seen, rate: request.rate })
  return transaction(ctx, async (em) => {
    await lockRefundsOf(em, { paymentId: id })
    const payment = await findForDecision(em, { paymentId: id, by: actor })
    const refundable = await readRefundable(em, ctx, payment)
    const started = { request, address, by: actorName(actor) }
    const refund =
      refundable.heldUnits > 0n
        ? await startHeld(em, ctx, { ...started, payment })
        : await startAssisted(em, ctx, { ...started, payment, refundable, wanted, price })
    await storeResponse(em, keep, refund)
    return refund
  })
}
