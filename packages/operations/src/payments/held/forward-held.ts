import type { DepositEntity } from '@gateway/db/chainwatch/deposit.entity'
import type { PaymentEntity } from '@gateway/db/payments/payment.entity'
import type { Em } from '@gateway/db/orm'
import { InvalidState } from '@gateway/domain/kernel/error'
import type { AssetCode } from '@gateway/domain/money/asset'
import { sumUnits } from '@gateway/domain/money/units'
import { splitReceived } from '@gateway/domain/payments/rules'
import { writeAuditEntry } from '../../accounts/audit/write-audit-entry.ts'
import { readDeposits } from '../../chainwatch/deposits/read-deposits.ts'
import type { Context } from '../../kernel/context.ts'
import { findFeeEstimates } from '../../custody/costs/fee-estimates.ts'
import { findUnpaid, nextLegs } from '../../custody/payouts/legs.ts'
import { planIntents, type PlannedSpend } from '../../custody/payouts/plan-intents.ts'
import { isWorthItsCost, pricedWith } from '../../custody/costs/round-cost.ts'
import { enqueue } from '../../outbox/enqueue.ts'
import { readUsdPrices } from '../../rates/read-usd-prices.ts'
import { transaction } from '../../kernel/transaction.ts'
import { holdingOf } from '../payment-holding.ts'
import { type Decider, lockForDecision, nameOf } from '../authorize-decision.ts'
import { endOpenRefund } from '../refunds/end-refund.ts'
import { announceUpdates } from '../lifecycle/announce-updates.ts'
import { refreshSplits } from '../forwarding/refresh-split.ts'
import { payRound } from '../lifecycle/workflow-messages.ts'
import { selectDeposits } from '../forwarding/select-deposits.ts'

/**
 * Forwards held funds that belong nowhere, less the normal fee: another asset than requested, or deposits of a payment that has failed or was
 * refunded (ledger L15, then L2). The payment's state does not change; an open refund offer is withdrawn. A round below its network cost stays held.
 *
 * @param input.by - an operator, or the payment's merchant.
 * @returns the forwarded assets.
 *
 * @throws {NotFound} also when it is another merchant's.
 * @throws {InvalidState} when no held funds await a decision, none is worth a transaction, or the round before is not final.
 */
export async function forwardHeld(ctx: Context, decision: { paymentId: string; by: Decider }): Promise<AssetCode[]> {
  return transaction(ctx, async (em) => {
    const payment = await lockForDecision(em, decision)
    const held = await undecidedDeposits(em, payment)
    const spends = await spendsOf(em, ctx, { payment, held: held.free })
    if (spends.length === 0) throw new InvalidState(payment.state, held.isBehind ? BEHIND : NONE)
    await planIntents(em, ctx, spends)
    await refreshSplits(em, [payment])
    await enqueue(
      em,
      ctx,
      spends.map((spend) => payRound(payment, spend.leg)),
    )
    const details = Object.fromEntries(spends.map(({ holding, deposits }) => [holding.asset, String(sumUnits(deposits))]))
    if (spends.some(({ holding }) => holding.asset === payment.asset))
      await endOpenRefund(em, ctx, { paymentId: payment.id, by: nameOf(decision.by), reason: 'money_was_forwarded' })
    await writeAuditEntry(em, ctx, { actor: nameOf(decision.by), action: 'payment.forward_held', subjectId: payment.id, details })
    await announceUpdates(em, ctx, [payment.id])
    return spends.map(({ holding }) => holding.asset)
  })
}

const NONE = 'forward held funds of a payment that has none awaiting a decision'
const BEHIND = 'forward held funds of a payment while its previous round is not final'

/** The deposits to decide about: rounds of an asset follow one another, so newer deposits wait until the previous round is final. */
async function undecidedDeposits(em: Em, payment: PaymentEntity): Promise<{ free: DepositEntity[]; isBehind: boolean }> {
  const held = (await readDeposits(em, 'payment', [payment.id])).filter((deposit) => isUndecided(payment, deposit))
  const isBusy = await findUnpaid(em, 'forward', [payment.id])
  const isBehind = ({ asset }: DepositEntity): boolean => asset !== null && isBusy({ ref: payment.id, asset })
  return { free: held.filter((deposit) => !isBehind(deposit)), isBehind: held.some(isBehind) }
}

interface Undecided {
  readonly payment: PaymentEntity
  readonly held: readonly DepositEntity[]
}

async function spendsOf(em: Em, ctx: Context, { payment, held }: Undecided): Promise<PlannedSpend[]> {
  const first = (await nextLegs(em, 'forward', [payment.id]))(payment.id)
  const rail = ctx.rails.get(payment.chain)
  const fees = (await findFeeEstimates(em, payment))?.fees
  const prices = await readUsdPrices(
    ctx,
    held.flatMap(({ asset }) => (asset === null ? [] : pricedWith(asset))),
  )
  return [...Map.groupBy(held, (deposit) => deposit.asset)].flatMap(([asset, all], at): PlannedSpend[] => {
    if (asset === null) return []
    const deposits = selectDeposits({ rail, fees, asset, deposits: all, isFurther: first > 0 })
    if (deposits.length === 0 || !isWorthItsCost(ctx, { rail, fees, asset, deposits, prices })) return []
    const split = splitReceived(sumUnits(deposits), payment.feeBps, 0n)
    const holding = holdingOf(payment, asset)
    return [{ purpose: 'forward', ref: payment.id, leg: first + at, holding, payoutTermsId: payment.payoutTermsId, deposits, split }]
  })
}

/** An expired payment is accepted instead, and deposits too small to forward need no decision. */
const isUndecided = (payment: PaymentEntity, deposit: DepositEntity): boolean =>
  deposit.creditedBy !== null &&
  deposit.intentId === null &&
  (deposit.asset !== payment.asset || payment.state === 'failed' || payment.returningUnits > 0n)
