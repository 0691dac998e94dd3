import { findFees } from '../custody/fees.ts'
import type { FeeEstimate } from '@gateway/chains/rail'
import type { DepositEntity } from '@gateway/db/chainwatch/deposit.entity'
import type { PaymentEntity } from '@gateway/db/payments/payment.entity'
import type { Em } from '@gateway/db/orm'
import type { ChainCode } from '@gateway/domain/money/asset'
import { sumUnits } from '@gateway/domain/money/units'
import { splitReceived } from '@gateway/domain/payments/rules'
import type { Context } from '../context.ts'
import { nextLegs } from '../custody/legs.ts'
import { planIntents, type PlannedSpend } from '../custody/plan-intents.ts'
import { holdingOf } from './credit-deposits.ts'

/** Plans the forward of confirmed payments, each once: one leg over all credited deposits that no flush has paid out yet, in the transaction that confirms (ledger L2). */
export async function planForwards(
  em: Em,
  ctx: Context,
  confirmed: readonly { payment: PaymentEntity; deposits: readonly DepositEntity[] }[],
): Promise<void> {
  const spends: PlannedSpend[] = []
  const fees = await feesByChain(em, confirmed)
  const legOf = await nextLegs(
    em,
    'forward',
    confirmed.map(({ payment }) => payment.id),
  )
  for (const { payment, deposits } of confirmed) {
    const credited = deposits.filter(
      (deposit) => deposit.creditedBy !== null && deposit.intentId === null && deposit.asset === payment.asset,
    )
    const units = sumUnits(credited)
    if (units === 0n) continue
    const networkFeeUnits = plannedNetworkFee(ctx, { payment, deposits: credited.length, units, fees: fees.get(payment.chain) })
    spends.push({
      purpose: 'forward',
      ref: payment.id,
      leg: legOf(payment.id),
      holding: holdingOf(payment),
      commitId: payment.commitId,
      depositIds: credited.map((deposit) => deposit.id),
      split: splitReceived(units, payment.feeBps, networkFeeUnits),
    })
  }
  await planIntents(em, ctx, spends)
}

async function feesByChain(em: Em, confirmed: readonly { payment: PaymentEntity }[]): Promise<Map<ChainCode, FeeEstimate>> {
  const fees = new Map<ChainCode, FeeEstimate>()
  for (const chain of new Set(confirmed.map(({ payment }) => payment.chain))) {
    const known = await findFees(em, { chain })
    if (known) fees.set(chain, known.fees)
  }
  return fees
}

interface PlannedFee {
  readonly payment: PaymentEntity
  readonly deposits: number
  readonly units: bigint
  readonly fees: FeeEstimate | undefined
}

/** What the transaction will take out of the deposit as far as is known now; the ledger is put right when the real fee is final. */
function plannedNetworkFee(ctx: Context, plan: PlannedFee): bigint {
  const { payment, deposits, units, fees } = plan
  const rail = ctx.rails.get(payment.chain)
  if (!rail || !fees) return 0n
  const cost = rail.forwardCost(fees, { asset: payment.asset, deposits })
  const affordable = splitReceived(units, payment.feeBps, 0n).merchantUnits
  if (!cost.fromDeposit) return 0n
  return cost.units < affordable ? cost.units : affordable
}
