import type { DepositEntity } from '@gateway/db/chainwatch/deposit.entity'
import type { Em } from '@gateway/db/orm'
import type { SpendPurpose } from '@gateway/domain/custody/purposes'
import { sumUnits } from '@gateway/domain/money/units'
import { splitReceived } from '@gateway/domain/payments/rules'
import type { Context } from '../../kernel/context.ts'
import { findFeeEstimates } from '../../custody/costs/fee-estimates.ts'
import { isWorthItsCost, pricedWith } from '../../custody/costs/round-cost.ts'
import { findUnpaid, nextLegs } from '../../custody/payouts/legs.ts'
import type { PlannedSpend } from '../../custody/payouts/plan-intents.ts'
import { readUsdPrices } from '../../rates/read-usd-prices.ts'
import type { Forwarded } from '../forwarding/round-spend.ts'
import { selectDeposits } from '../forwarding/select-deposits.ts'
import { holdingOf } from '../payment-holding.ts'

/** Deposits of an object that wait for a decision, and the purpose that takes them to its merchant. */
interface HeldMoney {
  readonly purpose: SpendPurpose
  readonly object: Forwarded
  readonly held: readonly DepositEntity[]
}

/** The rounds in which held deposits could be forwarded now. */
interface HeldRounds {
  readonly spends: readonly PlannedSpend[]
  /** True when some wait until the round before theirs is final. */
  readonly isBehind: boolean
}

/** The rounds in which held deposits could be forwarded now, one for each asset. Rounds of an asset follow one another. */
export async function roundsOfHeld(em: Em, ctx: Context, { purpose, object, held }: HeldMoney): Promise<HeldRounds> {
  const isBusy = await findUnpaid(em, purpose, [object.id])
  const isBehind = ({ asset }: DepositEntity): boolean => asset !== null && isBusy({ ref: object.id, asset })
  const free = held.filter((deposit) => !isBehind(deposit))
  return { spends: await spendsOf(em, ctx, { purpose, object, held: free }), isBehind: held.some(isBehind) }
}

async function spendsOf(em: Em, ctx: Context, { purpose, object, held }: HeldMoney): Promise<PlannedSpend[]> {
  const first = (await nextLegs(em, purpose, [object.id]))(object.id)
  const rail = ctx.rails.get(object.chain)
  const fees = (await findFeeEstimates(em, object))?.fees
  const prices = await readUsdPrices(
    ctx,
    held.flatMap(({ asset }) => (asset === null ? [] : pricedWith(asset))),
  )
  return [...Map.groupBy(held, (deposit) => deposit.asset)].flatMap(([asset, all], at): PlannedSpend[] => {
    if (asset === null) return []
    const deposits = selectDeposits({ rail, fees, asset, deposits: all, isFurther: first > 0 })
    if (deposits.length === 0 || !isWorthItsCost(ctx, { purpose, rail, fees, asset, deposits, prices })) return []
    const split = splitReceived(sumUnits(deposits), object.feeBps, 0n)
    const holding = holdingOf(object, asset)
    return [{ purpose, ref: object.id, leg: first + at, holding, payoutTermsId: object.payoutTermsId, deposits, split }]
  })
}
