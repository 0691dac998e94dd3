import type { OperationsRoom } from '../rooms.ts'
import { restartPayments, sweepPayments } from './sweeps/sweep-payments.ts'

/** What the jobs of all rooms know of payments. */
export const paymentsRoom: OperationsRoom = { sweep: sweepPayments, restart: restartPayments }
