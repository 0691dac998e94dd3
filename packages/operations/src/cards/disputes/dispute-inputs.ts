import type { DisputeStep } from '@gateway/domain/cards/dispute'
import { isStoppedByDispute, loseEscrowInput, restoreEscrowInput, restorePaymentInput } from '@gateway/domain/cards/rules'
import type { Card, CardAdvance } from '../lifecycle/advance-cards.ts'
import { moneyOf } from '../lifecycle/standing.ts'

/** The worst of what the other disputes of a payment are. */
interface BesideOthers extends Card {
  readonly others: 'open' | 'lost' | 'none'
}

type Inputs = Pick<CardAdvance, 'inputs' | 'escrowInputs'>

/**
 * The inputs of a step of a dispute. An escrow that was transferred holds nothing that a dispute could stop; another one stays stopped until its last
 * dispute is decided, and a payment stays disputed after any that is lost.
 */
export const inputsOf = (step: DisputeStep, card: BesideOthers): Inputs => {
  if (step === 'lose') return inputsOfLoss(card)
  return step === 'restore' ? inputsOfReturn(card) : { inputs: [step], escrowInputs: isHeld(card) ? ['dispute'] : [] }
}

const isHeld = ({ escrow }: Card): boolean => escrow !== null && isStoppedByDispute(escrow)

const inputsOfLoss = (card: BesideOthers): Inputs => ({
  inputs: ['lose'],
  escrowInputs: isHeld(card) && card.others === 'open' ? [] : [loseEscrowInput(moneyOf(card.payment))],
})

function inputsOfReturn({ payment, escrow, others }: BesideOthers): Inputs {
  if (others === 'open') return {}
  const money = moneyOf(payment)
  const escrowInput = restoreEscrowInput({ ...money, transferredMinor: escrow?.transferredMinor ?? 0n })
  return { inputs: others === 'lost' ? [] : [restorePaymentInput(money)], escrowInputs: [escrowInput] }
}
