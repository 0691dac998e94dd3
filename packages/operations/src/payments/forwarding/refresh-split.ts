import type { PaymentEntity } from '@gateway/db/payments/payment.entity'
import { savePayments } from '@gateway/db/payments/queries'
import type { Em } from '@gateway/db/orm'
import { readDeposits } from '../../chainwatch/deposits/read-deposits.ts'
import { readRoundRecords } from './round-records.ts'
import { splitReceived } from './split-received.ts'

/** Splits locked payments again after their rounds have changed; an unconfirmed payment has no split. */
export async function refreshSplits(em: Em, payments: readonly PaymentEntity[]): Promise<void> {
  const divided = payments.filter(({ confirmedAt }) => confirmedAt !== null)
  if (divided.length === 0) return
  const ids = divided.map(({ id }) => id)
  const all = await readDeposits(em, 'payment', ids)
  const rounds = await readRoundRecords(em, divided, all)
  const byPayment = Map.groupBy(all, (deposit) => deposit.subjectId)
  const changed = divided.filter((payment) => {
    const split = splitReceived(payment, { deposits: byPayment.get(payment.id) ?? [], rounds })
    if (split.feeUnits === payment.feeUnits && split.merchantUnits === payment.merchantUnits) return false
    Object.assign(payment, split)
    return true
  })
  await savePayments(em, changed)
}
