import type { Em } from '@gateway/db/orm'
import type { PaymentEntity } from '@gateway/db/payments/payment.entity'
import { lockPayments } from '@gateway/db/payments/queries'
import type { ChainCode } from '@gateway/domain/money/asset'
import { isCompleted } from '@gateway/domain/payments/machine'
import { readDeposits } from '../../chainwatch/deposits/read-deposits.ts'
import type { Context } from '../../kernel/context.ts'
import { lockUneconomicRounds } from '../../custody/costs/uneconomic-rounds.ts'
import { enlargeRound } from './enlarge-round.ts'
import { refreshSplits } from './refresh-split.ts'

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
    if (!payment || !(await enlargeRound(em, ctx, { intent, object: payment, deposits: deposits.get(intent.ref) ?? [] }))) continue
    summed.push(payment)
  }
  await refreshSplits(em, summed)
}
