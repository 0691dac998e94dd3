import type { FeeEstimate, ForwardCost } from '@gateway/chains/rail'
import type { DepositEntity } from '@gateway/db/chainwatch/deposit.entity'
import type { PaymentEntity } from '@gateway/db/payments/payment.entity'
import type { Em } from '@gateway/db/orm'
import { leavesPayableUnits } from '@gateway/domain/custody/rules'
import type { ChainCode } from '@gateway/domain/money/asset'
import { sumUnits } from '@gateway/domain/money/units'
import { shownDeposits } from '@gateway/domain/payments/assessment'
import { isCompleted } from '@gateway/domain/payments/machine'
import { splitReceived } from '@gateway/domain/payments/rules'
import type { Context } from '../context.ts'
import { findFees } from '../custody/fees.ts'
import { findUnpaid, nextLegs } from '../custody/legs.ts'
import { planIntents, type PlannedSpend } from '../custody/plan-intents.ts'
import { mayBeWorthIt, pricedWith } from '../custody/round-cost.ts'
import { enqueue } from '../outbox/enqueue.ts'
import { readUsdPrices, type UsdPrices } from '../rates/read-usd-prices.ts'
import { holdingOf } from './credit-deposits.ts'
import { noteShares } from './note-shares.ts'
import { payRound } from './payment-messages.ts'
import { takeableDeposits } from './takeable-deposits.ts'

/** A locked payment with all its deposits. */
export interface Forwardable {
  readonly payment: PaymentEntity
  readonly deposits: readonly DepositEntity[]
}

/**
 * Plans the next round of forwarding where there is one (ledger L2), in the caller's transaction: one leg over everything that is credited, on its
 * way nowhere and can be taken.
 *
 * Rounds follow one another: while one is not final, what comes waits for the next. So does what is not worth a transaction yet, or its place in one.
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
    const round = { payment, credited, prices, fees: fees.get(payment.chain), leg: legOf(payment.id) }
    const spend = spendOf(ctx, round)
    return spend ? [{ payment, deposits, spend }] : []
  })
  await planIntents(
    em,
    ctx,
    rounds.map(({ spend }) => spend),
  )
  await noteShares(
    em,
    rounds.filter(leavesSome).map(({ payment }) => payment),
  )
  // The run of a payment that is only just confirmed asks for the signature itself.
  const further = rounds.filter(({ payment }) => payment.state !== 'confirmed')
  await enqueue(
    em,
    ctx,
    further.map(({ payment, spend }) => payRound(payment, spend.leg)),
  )
}

/** What a round leaves to the next one is charged apart from it. */
const leavesSome = ({ payment, deposits, spend }: Forwardable & { spend: PlannedSpend }): boolean =>
  shownDeposits(payment, deposits).filter(({ intentId }) => intentId === null).length > spend.deposits.length

const isWaiting = (payment: PaymentEntity, deposit: DepositEntity): boolean =>
  deposit.creditedBy !== null && deposit.intentId === null && deposit.asset === payment.asset

interface Round {
  readonly payment: PaymentEntity
  readonly credited: readonly DepositEntity[]
  readonly fees: FeeEstimate | undefined
  readonly prices: UsdPrices
  readonly leg: number
}

/** Undefined while the round is not worth its network cost. Without an estimate or a price it is planned, and the signer waits for one. */
function spendOf(ctx: Context, { payment, credited, prices, fees, leg }: Round): PlannedSpend | undefined {
  const rail = ctx.rails.get(payment.chain)
  const deposits = takeableDeposits({ rail, fees, asset: payment.asset, deposits: credited, isFurther: leg > 0 })
  if (deposits.length === 0) return undefined
  const units = sumUnits(deposits)
  const cost = fees && rail?.forwardCost(fees, { asset: payment.asset, deposits: deposits.length })
  const { feeUnits, merchantUnits } = splitReceived(units, payment.feeBps, 0n)
  if (cost && !leavesPayableUnits({ units, feeUnits, cost })) return undefined
  if (!mayBeWorthIt(ctx, { rail, fees, asset: payment.asset, deposits, prices })) return undefined
  return {
    purpose: 'forward',
    ref: payment.id,
    leg,
    holding: holdingOf(payment, payment.asset),
    commitId: payment.commitId,
    deposits,
    split: splitReceived(units, payment.feeBps, networkFeeOf(cost, merchantUnits)),
  }
}

/** What the transaction will take out of the deposit as far as is known now; the ledger is put right when the real fee is final. */
function networkFeeOf(cost: ForwardCost | undefined, affordable: bigint): bigint {
  if (!cost?.fromDeposit) return 0n
  return cost.units < affordable ? cost.units : affordable
}

async function feesByChain(em: Em, waiting: readonly { payment: PaymentEntity }[]): Promise<Map<ChainCode, FeeEstimate>> {
  const fees = new Map<ChainCode, FeeEstimate>()
  for (const chain of new Set(waiting.map(({ payment }) => payment.chain))) {
    const known = await findFees(em, { chain })
    if (known) fees.set(chain, known.fees)
  }
  return fees
}
