import { defineSignal } from '@temporalio/workflow'
import type { CardEscrowState } from '@gateway/domain/cards/escrow-machine'

/** One workflow per card escrow, from its charge to the end of its hold. */
export const cardEscrowWorkflowId = (escrowId: string): string => `card-escrow/${escrowId}`

/** The input of a card escrow's workflow: its id and the state of its row at the start, nothing secret. */
export interface CardEscrowWorkflowInput {
  readonly escrowId: string
  readonly known: CardEscrowAdvanced
}

/** The state of the row. `sequence` grows with every change of state, so repeated and late signals are ignored. */
export interface CardEscrowAdvanced {
  readonly sequence: number
  readonly state: CardEscrowState
  /** RFC 3339; when its merchant is told, or it is refunded by itself. Null where neither will happen. */
  readonly dueAt: string | null
}

/** Sent after each committed change of state. */
export const cardEscrowAdvanced = defineSignal<[CardEscrowAdvanced]>('cardEscrowAdvanced')
