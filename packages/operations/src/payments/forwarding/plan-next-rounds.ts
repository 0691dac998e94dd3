import { lockPayments } from '@gateway/db/payments/queries'
import type { Em } from '@gateway/db/orm'
import { readDeposits } from '../../chainwatch/deposits/read-deposits.ts'
import type { Context } from '../../kernel/context.ts'
import { planForwards } from './plan-forwards.ts'

/** Plans the next rounds of some payments, after a final round or a fall in transaction costs. */
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
