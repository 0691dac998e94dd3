import { lockOpenReturn } from '@gateway/db/payments/return-queries'
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

/** A link that its payer can use once. */
export interface OfferedRefund {
  readonly id: string
  /** Shown now and never again. */
  readonly token: string
  /** Path of the page below the public address. */
  readonly path: string
  readonly endsAt: Date
  /** What would go back now, before the network's fee, in the asset. */
  readonly amount: string
  readonly asset: string
}

/** Which payment's money is offered back, and for how long its link is good. */
interface Offer {
  readonly paymentId: string
  readonly by: Decider
  readonly linkDays: number
}

const DAY_MS = 24 * 60 * 60 * 1_000

/**
 * Offers money that is held back to who sent it: a one-time link, by which the payer names an address. An earlier link that was not used is worth
 * nothing from then on. Nothing is locked and nothing is promised: if the payment completes meanwhile, its money goes to the merchant.
 *
 * @throws {NotFound} also when the payment is another merchant's.
 * @throws {NotReturnable} when nothing is held that only a decision moves, or its chain lets the gateway send nothing back.
 * @throws {InvalidState} while a payer has named an address; withdraw that first.
 */
export async function offerRefund(ctx: Context, { paymentId, by, linkDays }: Offer): Promise<OfferedRefund> {
  return transaction(ctx, async (em) => {
    const payment = await findForDecision(em, { paymentId, by })
    const amount = formatUnits(await findReturnable(em, ctx, payment), assetOf(payment.asset).decimals)
    await endEarlier(em, ctx, { payment, by })
    const endsAt = new Date(ctx.clock.now().getTime() + linkDays * DAY_MS)
    const { id, token } = await insertOffer(em, ctx, { payment, by: nameOf(by), endsAt })
    await writeAuditEntry(em, ctx, { actor: nameOf(by), action: 'return.offer', subjectId: paymentId, details: { return: id, amount } })
    return { id, token, path: `/return/${token}`, endsAt, amount, asset: payment.asset }
  })
}

/** How much could go back now. @throws {NotReturnable} */
async function findReturnable(em: Em, ctx: Context, payment: PaymentEntity): Promise<bigint> {
  if (ctx.rails.get(payment.chain)?.addressing !== 'pool')
    throw new NotReturnable(
      payment.state,
      `on ${payment.chain} a deposit address can pay its merchant and the platform only; accept it or forward it`,
    )
  if (!isOver(payment)) throw new NotReturnable(payment.state, 'the payment still takes its course')
  const held = heldDeposits(payment, await readDeposits(em, 'payment', [payment.id]))
  const { chain, asset } = payment
  const fees = (await findFeeEstimates(em, { chain }))?.fees
  const units = sumUnits(selectDeposits({ rail: ctx.rails.get(chain), fees, asset, deposits: held, isFurther: false }))
  if (units === 0n) throw new NotReturnable(payment.state, 'nothing of the payment is held')
  return units
}

async function endEarlier(em: Em, ctx: Context, { payment, by }: { payment: PaymentEntity; by: Decider }): Promise<void> {
  const back = await lockOpenReturn(em, { paymentId: payment.id })
  if (back && back.state !== 'offered') throw new InvalidState(back.state, 'offer money back')
  if (back) await endRefund(em, ctx, { back, by: nameOf(by), reason: 'offered_anew' })
}
