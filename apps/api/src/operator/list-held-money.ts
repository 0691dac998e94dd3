import type { WaitingList } from '@gateway/contract/portal/operator-waiting'
import { listHeldMoney as listOfInvoices } from '@gateway/operations/invoices/reading/list-waiting'
import { listHeldMoney as listOfPayments } from '@gateway/operations/payments/summary/list-waiting'
import type { OperatorDesk } from './desk.ts'
import { joinWaiting } from './join-waiting.ts'

/** Money that no payout has taken, of payments and of invoices, oldest first. */
export const listHeldMoney = async (desk: OperatorDesk): Promise<WaitingList> =>
  joinWaiting([await listOfPayments(desk), await listOfInvoices(desk)])
