import type { DepositEntity } from '@gateway/db/chainwatch/deposit.entity'
import type { PaymentEntity } from '@gateway/db/payments/payment.entity'
import type { Em } from '@gateway/db/orm'
import { sumUnits } from '@gateway/domain/money/units'
import { splitReceived } from '@gateway/domain/payments/rules'
import { readDeposits } from '../../chainwatch/deposits/read-deposits.ts'
import type { Context } from '../../kernel/context.ts'
import { findFeeEstimates } from '../../custody/costs/fee-estimates.ts'
import { findUnpaid, nextLegs } from '../../custody/payouts/legs.ts'
import type { PlannedSpend } from '../../custody/payouts/plan-intents.ts'
import { isWorthItsCost, pricedWith } from '../../custody/costs/round-cost.ts'
import { readUsdPrices } from '../../rates/read-usd-prices.ts'
import { holdingOf } from '../payment-holding.ts'
import { selectDeposits } from '../forwarding/select-deposits.ts'

const NONE = 'forward held funds of a payment that has none awaiting a decision'
const BEHIND = 'forward held funds of a payment while its previous round is not final'

/** The rounds in which the held funds of a payment could be forwarded now, or what prevents it, as an `InvalidState` says it. */
export async function findForwardable(
  em: Em,
  ctx: Context,
  payment: PaymentEntity,
): Promise<{ spends: readonly PlannedSpend[]; problem: string | undefined }> {
  const held = await undecidedDeposits(em, payment)
  const spends = await spendsOf(em, ctx, { payment, held: held.free })
  if (spends.length > 0) return { spends, problem: undefined }
  return { spends, problem: held.isBehind ? BEHIND : NONE }
}

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
    if (deposits.length === 0 || !isWorthItsCost(ctx, { purpose: 'forward', rail, fees, asset, deposits, prices })) return []
    const split = splitReceived(sumUnits(deposits), payment.feeBps, 0n)
    const holding = holdingOf(payment, asset)
    return [{ purpose: 'forward', ref: payment.id, leg: first + at, holding, payoutTermsId: payment.payoutTermsId, deposits, split }]
  })
}

/** An expired payment is accepted instead, and deposits too small to forward need no decision. */
const isUndecided = (payment: PaymentEntity, deposit: DepositEntity): boolean =>
  deposit.creditRevision !== null &&
  deposit.intentId === null &&
  (deposit.asset !== payment.asset || payment.state === 'failed' || payment.returningUnits > 0n)
