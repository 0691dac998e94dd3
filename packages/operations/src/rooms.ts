import { escrowsRoom } from './escrows/room.ts'
import { invoicesRoom } from './invoices/room.ts'
import type { Context } from './kernel/context.ts'
import { lightningRoom } from './lightning/room.ts'
import { paymentsRoom } from './payments/room.ts'

/** What the jobs of all rooms know of a room. */
export interface OperationsRoom {
  /** Finds objects that a lost message or timer left behind, every half minute. @returns how many were told to go on. */
  readonly sweep?: (ctx: Context) => Promise<number>
  /** Starts the run of every open object again, after Temporal has lost its store. @returns how many were. */
  readonly restart?: (ctx: Context) => Promise<number>
}

/** Every room that jobs of all rooms go through, in dependency order. */
export const rooms: readonly OperationsRoom[] = [paymentsRoom, escrowsRoom, invoicesRoom, lightningRoom]
