import type { FeeEstimate } from '@gateway/chains/rail/fee-estimate'
import type { DepositEntity } from '@gateway/db/chainwatch/deposit.entity'
import { payableFeeUnits } from '@gateway/domain/custody/rules'
import type { SpendPurpose } from '@gateway/domain/custody/purposes'
import type { BusinessId, Mode } from '@gateway/domain/kernel/id'
import type { AssetCode, ChainCode } from '@gateway/domain/money/asset'
import type { Bps } from '@gateway/domain/money/rounding'
import { sumUnits } from '@gateway/domain/money/units'
import { splitReceived } from '@gateway/domain/payments/rules'
import type { Context } from '../../kernel/context.ts'
import type { PlannedSpend } from '../../custody/payouts/plan-intents.ts'
import { isWorthItsCost } from '../../custody/costs/round-cost.ts'
import type { UsdPrices } from '../../rates/read-usd-prices.ts'
import { holdingOf } from '../payment-holding.ts'
import { selectDeposits } from './select-deposits.ts'

/** What is paid at an address of its own and forwarded in rounds. */
export interface Forwarded {
  readonly id: string
  readonly businessId: BusinessId
  readonly mode: Mode
  readonly chain: ChainCode
  readonly asset: AssetCode
  readonly payoutTermsId: string
  readonly feeBps: Bps
}

/** Credited deposits of an object, and the cost of block space. */
export interface Round {
  readonly purpose: SpendPurpose
  readonly payment: Forwarded
  readonly credited: readonly DepositEntity[]
  readonly fees: FeeEstimate | undefined
  readonly prices: UsdPrices
  readonly leg: number
}

/**
 * The deposits of a round and its split. Undefined while it is not worth its network cost; without an estimate or a price it is planned, and the
 * signer waits for one.
 */
export function roundSpend(ctx: Context, { purpose, payment, credited, prices, fees, leg }: Round): PlannedSpend | undefined {
  const rail = ctx.rails.get(payment.chain)
  const deposits = selectDeposits({ rail, fees, asset: payment.asset, deposits: credited, isFurther: leg > 0 })
  if (deposits.length === 0) return undefined
  const units = sumUnits(deposits)
  const cost = fees && rail?.forwardCost(fees, { asset: payment.asset, deposits: deposits.length })
  const { feeUnits } = splitReceived(units, payment.feeBps, 0n)
  // The ledger is corrected when the real fee is final.
  const networkFeeUnits = payableFeeUnits({ units, feeUnits, cost })
  if (networkFeeUnits === undefined) return undefined
  if (!isWorthItsCost(ctx, { purpose, rail, fees, asset: payment.asset, deposits, prices })) return undefined
  return {
    purpose,
    ref: payment.id,
    leg,
    holding: holdingOf(payment, payment.asset),
    payoutTermsId: payment.payoutTermsId,
    deposits,
    split: splitReceived(units, payment.feeBps, networkFeeUnits),
  }
}
