import type { EscrowRole } from './escrow.ts'
import { escrowMachine, type EscrowState } from './machine.ts'
import { findMove } from '../kernel/machine.ts'

/** What a party may do with its token. */
export type EscrowAction = 'release' | 'refund' | 'dispute'

const entitled: Readonly<Record<EscrowAction, readonly EscrowRole[]>> = {
  release: ['depositor'],
  refund: ['depositor'],
  dispute: ['depositor', 'beneficiary'],
}

/** True when the role's token is accepted for the action, in whatever state. */
export const isEntitled = (action: EscrowAction, role: EscrowRole): boolean => entitled[action].includes(role)

/** True when a party may take the action in a state: only operators and the deadline refund what is disputed. */
export const isOpenTo = (action: EscrowAction, state: EscrowState): boolean =>
  findMove(escrowMachine, state, action) !== undefined && !(state === 'disputed' && action === 'refund')

/** The actions that a role may take now. */
export const actionsOf = (state: EscrowState, role: EscrowRole): EscrowAction[] =>
  (Object.keys(entitled) as EscrowAction[]).filter((action) => isEntitled(action, role) && isOpenTo(action, state))
