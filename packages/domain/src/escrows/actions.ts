import type { Escrow, EscrowRole } from './escrow.ts'
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

/** True when a party may take the action in a state: only operators and the deadline refund a disputed escrow. */
export const isOpenTo = (action: EscrowAction, state: EscrowState): boolean =>
  findMove(escrowMachine, state, action) !== undefined && !(state === 'disputed' && action === 'refund')

type Actionable = Pick<Escrow, 'state' | 'depositorAddress' | 'amountUnits' | 'depositedUnits'>

/** True when an action pays the depositor, whose address nobody has named yet: a refund, or a release of more than the amount. */
export const lacksAddress = (action: EscrowAction, { depositorAddress, amountUnits, depositedUnits }: Omit<Actionable, 'state'>): boolean =>
  depositorAddress === null && (action === 'refund' || (action === 'release' && depositedUnits > amountUnits))

/** The actions that a role may take now. */
export const actionsOf = (escrow: Actionable, role: EscrowRole): EscrowAction[] =>
  (Object.keys(entitled) as EscrowAction[]).filter(
    (action) => isEntitled(action, role) && isOpenTo(action, escrow.state) && !lacksAddress(action, escrow),
  )

type Nameable = Actionable & Pick<Escrow, 'payoutTermsId' | 'expiresAt'>

/** True of an escrow whose contract has no address yet: it commits to where a refund goes, which its depositor has to name first. */
export const awaitsDepositor = ({ state, payoutTermsId }: Pick<Nameable, 'state' | 'payoutTermsId'>): boolean =>
  state === 'created' && payoutTermsId === null

/** True when a role is asked for the address of the depositor: a contract cannot be paid before, or money may still have to go back to it. */
export function mayNameAddress(escrow: Nameable, { role, now }: { readonly role: EscrowRole; readonly now: Date }): boolean {
  const { state, depositorAddress, payoutTermsId, amountUnits, depositedUnits, expiresAt } = escrow
  if (role !== 'depositor' || depositorAddress !== null) return false
  if (payoutTermsId === null) return awaitsDepositor(escrow) && now < expiresAt
  return state !== 'settled' || depositedUnits > amountUnits
}
