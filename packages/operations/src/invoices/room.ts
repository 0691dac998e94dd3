import type { OperationsRoom } from '../rooms.ts'
import { restartInvoices, sweepInvoices } from './overdue/sweep-invoices.ts'

/** What the jobs of all rooms know of invoices. */
export const invoicesRoom: OperationsRoom = { sweep: sweepInvoices, restart: restartInvoices }
