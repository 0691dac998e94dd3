import { lockPayments } from '@gateway/db/payments/queries'
import type { Em } from '@gateway/db/orm'
import { readDeposits } from '../../chainwatch/deposits/read-deposits.ts'
import type { Context } from '../../kernel/context.ts'
import { planForwards } from './plan-forwards.ts'

/** Plans what may leave of some payments now, because a round before it is final or a transaction has become cheaper. */
export async function planNextRounds(em: Em, ctx: Context, paymentIds: readonly string[]): Promise<void> {
  if (paymentIds.length === 0) return
  const payments = await lockPayments(em, paymentIds)
  const byPayment = Map.groupBy(await readDeposits(em, 'payment', paymentIds), (deposit) => deposit.subjectId)
  await planForwards(
    em,
    ctx,
    payments.map((payment) => ({ payment, deposits: byPayment.get(payment.id) ?? [] })),
  )
}
