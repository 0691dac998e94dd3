import type { EscrowState } from '@gateway/domain/escrows/machine'
import { defineSignal } from '@temporalio/workflow'

/** One workflow per escrow, for its whole life. */
export const escrowWorkflowId = (escrowId: string): string => `escrow/${escrowId}`

/** The input of an escrow's workflow: its id and the state of its row at the start, nothing secret. */
export interface EscrowWorkflowInput {
  readonly escrowId: string
  readonly known: EscrowAdvanced
}

/** The state of the row. `sequence` grows with every change of state, so repeated and late signals are ignored. */
export interface EscrowAdvanced {
  readonly sequence: number
  readonly state: EscrowState
  /** RFC 3339; when the clock moves the escrow on. Null where it never does. */
  readonly deadlineAt: string | null
}

/** Sent after each committed change of state. */
export const escrowAdvanced = defineSignal<[EscrowAdvanced]>('escrowAdvanced')
