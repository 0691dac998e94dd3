import { lockOpenRefund } from '@gateway/db/payments/refund-queries'
import type { PaymentEntity } from '@gateway/db/payments/payment.entity'
import type { Em } from '@gateway/db/orm'
import { InvalidState } from '@gateway/domain/kernel/error'
import { formatUnits } from '@gateway/domain/money/decimal'
import { assetOf } from '@gateway/domain/money/asset'
import { sumUnits } from '@gateway/domain/money/units'
import { NotReturnable } from '@gateway/domain/payments/errors'
import { writeAuditEntry } from '../../accounts/audit/write-audit-entry.ts'
import { readDeposits } from '../../chainwatch/deposits/read-deposits.ts'
import type { Context } from '../../kernel/context.ts'
import { findFeeEstimates } from '../../custody/costs/fee-estimates.ts'
import { transaction } from '../../kernel/transaction.ts'
import { type Decider, findForDecision, nameOf } from '../authorize-decision.ts'
import { endRefund } from './end-refund.ts'
import { heldDeposits, isOver } from '../held-deposits.ts'
import { insertOffer } from './insert-offer.ts'
import { selectDeposits } from '../forwarding/select-deposits.ts'

/** A one-time refund link. */
export interface OfferedRefund {
  readonly id: string
  /** Shown only now. */
  readonly token: string
  /** Path of the page below the public address. */
  readonly path: string
  readonly endsAt: Date
  /** The current amount before the network fee, in the asset. */
  readonly amount: string
  readonly asset: string
}

/** The payment to refund, and how long the link is valid. */
interface Offer {
  readonly paymentId: string
  readonly by: Decider
  readonly linkDays: number
}

const DAY_MS = 24 * 60 * 60 * 1_000

/**
 * Offers held funds to the payer by a one-time link, by which the payer claims them to an address. It replaces an earlier unused link. Nothing is
 * reserved: if the payment completes meanwhile, its money goes to the merchant.
 *
 * @throws {NotFound} also when the payment is another merchant's.
 * @throws {NotReturnable} when there are no held funds to decide about, or the chain allows no refund.
 * @throws {InvalidState} while an address is claimed; withdraw that first.
 */
export async function offerRefund(ctx: Context, { paymentId, by, linkDays }: Offer): Promise<OfferedRefund> {
  return transaction(ctx, async (em) => {
    const payment = await findForDecision(em, { paymentId, by })
    const amount = formatUnits(await findReturnable(em, ctx, payment), assetOf(payment.asset).decimals)
    await endEarlier(em, ctx, { payment, by })
    const endsAt = new Date(ctx.clock.now().getTime() + linkDays * DAY_MS)
    const { id, token } = await insertOffer(em, ctx, { payment, by: nameOf(by), endsAt })
    await writeAuditEntry(em, ctx, { actor: nameOf(by), action: 'return.offer', subjectId: paymentId, details: { return: id, amount } })
    return { id, token, path: `/refund/${token}`, endsAt, amount, asset: payment.asset }
  })
}

/** The amount that could be refunded now. @throws {NotReturnable} */
async function findReturnable(em: Em, ctx: Context, payment: PaymentEntity): Promise<bigint> {
  if (ctx.rails.get(payment.chain)?.addressing !== 'pool')
    throw new NotReturnable(
      payment.state,
      `on ${payment.chain} a deposit address can pay its merchant and the platform only; accept it or forward it`,
    )
  if (!isOver(payment)) throw new NotReturnable(payment.state, 'the payment has not ended')
  const held = heldDeposits(payment, await readDeposits(em, 'payment', [payment.id]))
  const { chain, asset } = payment
  const fees = (await findFeeEstimates(em, { chain }))?.fees
  const units = sumUnits(selectDeposits({ rail: ctx.rails.get(chain), fees, asset, deposits: held, isFurther: false }))
  if (units === 0n) throw new NotReturnable(payment.state, 'the payment has no held funds')
  return units
}

async function endEarlier(em: Em, ctx: Context, { payment, by }: { payment: PaymentEntity; by: Decider }): Promise<void> {
  const back = await lockOpenRefund(em, { paymentId: payment.id })
  if (back && back.state !== 'offered') throw new InvalidState(back.state, 'offer a refund')
  if (back) await endRefund(em, ctx, { back, by: nameOf(by), reason: 'offered_anew' })
}
