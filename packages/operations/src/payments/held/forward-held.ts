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
import { refreshSplits } from '../forwarding/refresh-split.ts'
import { payRound } from '../lifecycle/workflow-messages.ts'
import { selectDeposits } from '../forwarding/select-deposits.ts'

/**
 * Decides that money which belongs nowhere goes to the merchant, less the normal fee: another coin than the one asked for, or what came for a
 * payment that has failed or of which money was sent back (ledger L15, then L2). The payment itself does not move; what was offered back to its payer
 * is withdrawn. The decision does not set the rule aside by which a round is worth its network cost: what is worth less stays held.
 *
 * @param input.by - an operator, or a merchant about payments of their own.
 * @returns the assets that leave now.
 *
 * @throws {NotFound} also when it is another merchant's.
 * @throws {InvalidState} when nothing is held that only a decision can move, nothing of it is worth a transaction, or the round before is not final.
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
    return spends.map(({ holding }) => holding.asset)
  })
}

const NONE = 'forward money of a payment without any that waits for a decision'
const BEHIND = 'forward money of a payment that has more of that coin still on its way'

/** What can be decided about now: rounds of a coin follow one another, so what came meanwhile waits until the one before is final. */
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
    return [{ purpose: 'forward', ref: payment.id, leg: first + at, holding, commitId: payment.commitId, deposits, split }]
  })
}

/** An expired payment is accepted instead, and what is too little to forward moves by itself. */
const isUndecided = (payment: PaymentEntity, deposit: DepositEntity): boolean =>
  deposit.creditedBy !== null &&
  deposit.intentId === null &&
  (deposit.asset !== payment.asset || payment.state === 'failed' || payment.returningUnits > 0n)
