import type { SeenPaymentRefund } from '@gateway/contract/payment-refunds'
import type { PaymentEntity } from '@gateway/db/payments/payment.entity'
import type { Em } from '@gateway/db/orm'
import { InvalidField } from '@gateway/domain/kernel/error'
import { InvalidAmount } from '@gateway/domain/payments/errors'
import type { Context } from '../../../kernel/context.ts'
import { refundedPayment } from '../../refunds/payment-refunds.ts'
import { claimOffered, requireExpected } from '../../refunds/claim-offered.ts'
import { offerWithin } from '../../refunds/shared/offer-within.ts'
import { readRefunds } from '../../refunds/shared/read-refunds.ts'
import type { StartedRefund } from '../refund-request.ts'
import { seeHeld } from '../see-held.ts'

/**
 * Offers held money of a payment back to its payer, or claims it at once to the address that the merchant names: the gateway pays all of it, after its hold.
 *
 * @throws {InvalidField} for a transaction: the merchant has not paid held money. @throws {InvalidAmount} when another amount is held than was named.
 * @throws {NotReturnable} {InvalidState} as `offerWithin` does.
 */
export async function startHeld(
  em: Em,
  ctx: Context,
  { payment, request, address, by }: StartedRefund & { readonly payment: PaymentEntity },
): Promise<SeenPaymentRefund> {
  const { amount, amountCrypto, reason, linkDays, holdHours, payer } = request
  if (request.txHash !== undefined) throw new InvalidField('tx_hash', 'goes without held money, which the gateway sends itself')
  if (amount !== undefined) throw new InvalidAmount('held money goes back whole; leave it out, or name it by amount_crypto')
  const object = refundedPayment(payment)
  const offered = await offerWithin(em, ctx, { object, by, linkDays, payer: payer && { ...payer, holdHours }, reason })
  requireExpected(offered, amountCrypto)
  if (address !== undefined) await claimOffered(em, ctx, { object, offered, address, by, holdHours })
  const known = (await readRefunds(em, object.of)).find(({ refund }) => refund.id === offered.id)
  if (!known) throw new Error(`payment ${payment.id} has no refund ${offered.id}`)
  return seeHeld(em, ctx, { payment, known, reason, refundUrl: `${ctx.publicUrl}${offered.path}` })
}
