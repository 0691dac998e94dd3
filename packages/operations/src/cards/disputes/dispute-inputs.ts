import type { DisputeStep } from '@gateway/domain/cards/dispute'
import { isStoppedByDispute, loseEscrowInput, restoreEscrowInput, restorePaymentInput } from '@gateway/domain/cards/rules'
import type { Card, CardAdvance } from '../lifecycle/advance-cards.ts'
import { moneyOf } from '../lifecycle/standing.ts'

/** The worst of what the other disputes of a payment are. */
export interface BesideOthers extends Card {
  readonly others: 'open' | 'lost' | 'none'
}

type Inputs = Pick<CardAdvance, 'inputs' | 'escrowInputs'>

/**
 * The inputs of a step of a dispute. An escrow that was transferred holds nothing that a dispute could stop; another one stays stopped until its last
 * dispute is decided, and a payment stays disputed after any that is lost.
 */
export function inputsOf(step: DisputeStep, { payment, escrow, others }: BesideOthers): Inputs {
  const money = { ...moneyOf(payment), transferredMinor: escrow?.transferredMinor ?? 0n }
  const isStopped = escrow !== null && isStoppedByDispute(escrow)
  if (step === 'lose') return { inputs: ['lose'], escrowInputs: isStopped && others === 'open' ? [] : [loseEscrowInput(money)] }
  if (step !== 'restore') return { inputs: [step], escrowInputs: isStopped ? ['dispute'] : [] }
  if (others === 'open') return {}
  return { inputs: others === 'lost' ? [] : [restorePaymentInput(money)], escrowInputs: [restoreEscrowInput(money)] }
}
