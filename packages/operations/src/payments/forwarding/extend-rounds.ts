import type { DepositEntity } from '@gateway/db/chainwatch/deposit.entity'
import type { SpendIntentEntity } from '@gateway/db/custody/spend-intent.entity'
import type { Em } from '@gateway/db/orm'
import type { PaymentEntity } from '@gateway/db/payments/payment.entity'
import { lockPayments } from '@gateway/db/payments/queries'
import type { ChainCode } from '@gateway/domain/money/asset'
import { sumUnits } from '@gateway/domain/money/units'
import { isCompleted } from '@gateway/domain/payments/machine'
import { readDeposits } from '../../chainwatch/deposits/read-deposits.ts'
import type { Context } from '../../kernel/context.ts'
import { findFeeEstimates } from '../../custody/costs/fee-estimates.ts'
import { resizeLeg } from '../../custody/payouts/resize-leg.ts'
import { lockUneconomicRounds } from '../../custody/costs/uneconomic-rounds.ts'
import { refreshSplits } from './refresh-split.ts'
import { roundSpend } from './round-spend.ts'

/** Assessed payments of a chain. */
interface Judged {
  readonly chain: ChainCode
  readonly ids: readonly string[]
}

/**
 * Enlarges held rounds that are too small for their cost by the deposits that wait behind them, if that makes them worth it. A round chooses its deposits like a new one, so some may stay for a later one.
 *
 * Only where a round spends outputs, because a flush takes the whole balance; and only unsigned rounds held for this reason, because operators may
 * have released an amount. Runs in the scanner's transaction, so that no reorg interferes.
 */
export async function extendRounds(em: Em, ctx: Context, { chain, ids }: Judged): Promise<void> {
  if (ctx.rails.get(chain)?.moves !== 'chosen_deposits' || ids.length === 0) return
  const completed = (await lockPayments(em, ids)).filter(({ state }) => isCompleted(state))
  const payments = new Map(completed.map((payment) => [payment.id, payment]))
  const small = await lockUneconomicRounds(em, { refs: [...payments.keys()] })
  if (small.length === 0) return
  const refs = small.map(({ ref }) => ref)
  const deposits = Map.groupBy(await readDeposits(em, 'payment', refs), ({ subjectId }) => subjectId)
  const summed: PaymentEntity[] = []
  for (const intent of small) {
    const payment = payments.get(intent.ref)
    if (!payment || !(await sumOne(em, ctx, { intent, payment, deposits: deposits.get(intent.ref) ?? [] }))) continue
    summed.push(payment)
  }
  await refreshSplits(em, summed)
}

interface Summing {
  readonly intent: SpendIntentEntity
  readonly payment: PaymentEntity
  readonly deposits: readonly DepositEntity[]
}

/** @returns true when the round has grown. */
async function sumOne(em: Em, ctx: Context, summing: Summing): Promise<boolean> {
  const { intent, payment } = summing
  const parts = partsOf(summing)
  const fees = (await findFeeEstimates(em, payment))?.fees
  if (!parts || !fees) return false
  // Its network fee is paid in the coin itself, so no price is needed.
  const spend = roundSpend(ctx, { purpose: 'forward', payment, credited: parts.all, fees, prices: new Map(), leg: intent.leg })
  if (!spend || sumUnits(spend.deposits) <= intent.units) return false
  const { networkFeeUnits } = spend.split
  await resizeLeg(em, ctx, { intent, deposits: spend.deposits, networkFeeUnits, blockHash: parts.blockHash })
  ctx.log.info({ paymentId: payment.id, intentId: intent.id }, 'round enlarged by later deposits')
  return true
}

/** The possible deposits of a round, and a block of a new one; undefined when there is none, or when a reorg has removed one of its own. */
function partsOf({ intent, payment, deposits }: Summing): { all: DepositEntity[]; blockHash: string } | undefined {
  const own = deposits.filter(({ intentId }) => intentId === intent.id)
  const free = deposits.filter(({ intentId, asset }) => intentId === null && asset === intent.asset).filter(isCredited)
  const [first] = free
  const isWhole = own.every(isCredited) && sumUnits(own) === intent.units
  return first?.blockHash && isWhole && payment.asset === intent.asset ? { all: [...own, ...free], blockHash: first.blockHash } : undefined
}

/** Included and in the ledger. */
const isCredited = ({ state, creditRevision, dead }: DepositEntity): boolean => state === 'included' && creditRevision !== null && !dead
