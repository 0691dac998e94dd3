import type { OperationsRoom } from '../rooms.ts'
import { sweepEscrows } from './sweeps/sweep-escrows.ts'

/** What the jobs of all rooms know of escrows. */
export const escrowsRoom: OperationsRoom = { sweep: sweepEscrows }
