import type { WaitingList } from '@gateway/contract/portal/operator-waiting'
import { listWaitingPayouts as listOfEscrows } from '@gateway/operations/escrows/settlement/list-waiting-payouts'
import { listWaitingPayouts as listOfPayments } from '@gateway/operations/payments/summary/list-waiting'
import type { OperatorDesk } from './desk.ts'

/** Payouts that wait, of payments and of escrows, oldest first. */
export async function listPayouts(desk: OperatorDesk): Promise<WaitingList> {
  const { waiting, total } = await listOfPayments(desk)
  const escrows = await listOfEscrows(desk)
  return { waiting: [...waiting, ...escrows].toSorted((a, b) => a.since.getTime() - b.since.getTime()), total: total + escrows.length }
}
