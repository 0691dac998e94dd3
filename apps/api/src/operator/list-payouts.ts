import type { WaitingList } from '@gateway/contract/portal/operator-waiting'
import { listWaitingPayouts as listOfEscrows } from '@gateway/operations/escrows/settlement/list-waiting-payouts'
import { listWaitingPayouts as listOfInvoices } from '@gateway/operations/invoices/reading/list-waiting'
import { listWaitingPayouts as listOfPayments } from '@gateway/operations/payments/summary/list-waiting'
import type { OperatorDesk } from './desk.ts'
import { joinWaiting } from './join-waiting.ts'

/** Payouts that wait, of payments, of escrows and of invoices, oldest first. */
export async function listPayouts(desk: OperatorDesk): Promise<WaitingList> {
  const escrows = await listOfEscrows(desk)
  return joinWaiting([await listOfPayments(desk), { waiting: escrows, total: escrows.length }, await listOfInvoices(desk)])
}
