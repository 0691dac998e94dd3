import type { FeeEstimate } from '@gateway/chains/rail/fee-estimate'
import type { DepositEntity } from '@gateway/db/chainwatch/deposit.entity'
import type { PaymentEntity } from '@gateway/db/payments/payment.entity'
import type { Em } from '@gateway/db/orm'
import type { ChainCode } from '@gateway/domain/money/asset'
import { shownDeposits } from '@gateway/domain/payments/assessment'
import { isCompleted } from '@gateway/domain/payments/machine'
import type { Context } from '../../kernel/context.ts'
import { findFeeEstimates } from '../../custody/costs/fee-estimates.ts'
import { findUnpaid, nextLegs } from '../../custody/payouts/legs.ts'
import { planIntents, type PlannedSpend } from '../../custody/payouts/plan-intents.ts'
import { pricedWith } from '../../custody/costs/round-cost.ts'
import { readUsdPrices } from '../../rates/read-usd-prices.ts'
import { refreshSplits } from './refresh-split.ts'
import { roundSpend } from './round-spend.ts'

/** A payment with its deposits. */
export interface Forwardable {
  readonly payment: PaymentEntity
  readonly deposits: readonly DepositEntity[]
}

/**
 * Plans the next round of forwarding, if there is one (ledger L2), in the caller's transaction: one leg over all credited deposits that are in no
 * other leg.
 *
 * Rounds follow one another: while one is not final, new deposits wait for the next, as do deposits that are not worth a transaction yet.
 */
export async function planForwards(em: Em, ctx: Context, forwardable: readonly Forwardable[]): Promise<void> {
  const waiting = forwardable.flatMap(({ payment, deposits }) => {
    const credited = deposits.filter((deposit) => isWaiting(payment, deposit))
    return credited.length > 0 && isCompleted(payment.state) ? [{ payment, deposits, credited }] : []
  })
  if (waiting.length === 0) return
  const refs = waiting.map(({ payment }) => payment.id)
  const isBusy = await findUnpaid(em, 'forward', refs)
  const legOf = await nextLegs(em, 'forward', refs)
  const fees = await feesByChain(em, waiting)
  const prices = await readUsdPrices(
    ctx,
    waiting.flatMap(({ payment }) => pricedWith(payment.asset)),
  )
  const rounds = waiting.flatMap(({ payment, deposits, credited }) => {
    if (isBusy({ ref: payment.id, asset: payment.asset })) return []
    const round = { purpose: 'forward' as const, payment, credited, prices, fees: fees.get(payment.chain), leg: legOf(payment.id) }
    const spend = roundSpend(ctx, round)
    return spend ? [{ payment, deposits, spend }] : []
  })
  await planIntents(
    em,
    ctx,
    rounds.map(({ spend }) => spend),
  )
  await refreshSplits(
    em,
    rounds.filter(leavesSome).map(({ payment }) => payment),
  )
}

/** Deposits that a round leaves to the next one are charged separately. */
const leavesSome = ({ payment, deposits, spend }: Forwardable & { spend: PlannedSpend }): boolean =>
  shownDeposits(payment, deposits).filter(({ intentId }) => intentId === null).length > spend.deposits.length

const isWaiting = (payment: PaymentEntity, deposit: DepositEntity): boolean =>
  deposit.creditRevision !== null && deposit.intentId === null && deposit.asset === payment.asset

async function feesByChain(em: Em, waiting: readonly { payment: PaymentEntity }[]): Promise<Map<ChainCode, FeeEstimate>> {
  const fees = new Map<ChainCode, FeeEstimate>()
  for (const chain of new Set(waiting.map(({ payment }) => payment.chain))) {
    const known = await findFeeEstimates(em, { chain })
    if (known) fees.set(chain, known.fees)
  }
  return fees
}
