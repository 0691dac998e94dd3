import type { SeenPaymentRefund } from '@gateway/contract/payment-refunds'
import { lockAssistedRefund } from '@gateway/db/payments/assisted/assisted-refund-queries'
import type { AssistedRefundEntity } from '@gateway/db/payments/assisted/assisted-refund.entity'
import type { PaymentEntity } from '@gateway/db/payments/payment.entity'
import type { Em } from '@gateway/db/orm'
import { actorName } from '@gateway/domain/accounts/merchant'
import { InvalidState, NotFound } from '@gateway/domain/kernel/error'
import { NotReturnable } from '@gateway/domain/payments/errors'
import { writeAuditEntry } from '../../accounts/audit/write-audit-entry.ts'
import type { Context } from '../../kernel/context.ts'
import { advanceAssistedRefunds } from '../lifecycle/advance-assisted-refunds.ts'
import { changeRefund, type RefundCommand } from './change-refund.ts'
import { expireWithin } from './expire-refunds.ts'
import { newOffer, type RefundOffer } from './start/new-offer.ts'
import { readRefundable } from './read-refundable.ts'
import { seeAssisted } from './see-assisted.ts'

/**
 * Offers an expired refund again, by new links and until a new end; the former links stop working. One whose address is known is watched again.
 *
 * @throws {NotFound} also for another merchant's payment, another payment's refund, and held money. @throws {InvalidState} unless it has expired.
 * @throws {NotReturnable} when it is more than is left by now.
 */
export const renewPaymentRefund = (
  ctx: Context,
  { offerDays, ...command }: RefundCommand & { readonly offerDays: number },
): Promise<SeenPaymentRefund> =>
  changeRefund(ctx, command, async (em, { payment, refund: found }) => {
    if (!found) throw new NotFound('refund')
    const offer = newOffer(ctx, { offerDays })
    const isExpired = found.state === 'expired' || (await expireWithin(em, ctx, found))
    if (!isExpired) throw new InvalidState(found.state, 'renew a refund that has not expired')
    await requireRoom(em, ctx, { payment, refund: found })
    await renew(em, ctx, { refund: found, offer, by: actorName(command.actor) })
    const refund = await lockAssistedRefund(em, { id: found.id })
    if (!refund) throw new NotFound('refund')
    return seeAssisted(em, ctx, { payment, refund, links: offer.links })
  })

/** While it was expired its amount was free for others. @throws {NotReturnable} */
async function requireRoom(
  em: Em,
  ctx: Context,
  { payment, refund }: { payment: PaymentEntity; refund: AssistedRefundEntity },
): Promise<void> {
  const { leftUnits } = await readRefundable(em, ctx, payment)
  if (refund.units > leftUnits) throw new NotReturnable(refund.state, 'less than its amount is left by now')
}

interface Renewing {
  readonly refund: AssistedRefundEntity
  readonly offer: RefundOffer
  readonly by: string
}

async function renew(em: Em, ctx: Context, { refund, offer, by }: Renewing): Promise<void> {
  const { id, paymentId, address } = refund
  const { tokenHash, payTokenHash, offerEndsAt } = offer.terms
  const patch = { tokenHash: Buffer.from(tokenHash), payTokenHash: Buffer.from(payTokenHash), offerEndsAt, endedAt: null, endReason: null }
  const renewed = await advanceAssistedRefunds(em, { ids: [id], input: address === null ? 'renew' : 'resume', patch })
  if (renewed.length === 0) throw new Error(`refund ${id} has not expired`)
  const details = { refund: id, address, offerEndsAt: offerEndsAt.toISOString() }
  await writeAuditEntry(em, ctx, { actor: by, action: 'refund.renew', subjectId: paymentId, details })
}
