import type { Outputs } from '../../trpc.ts'
import { dayOf, relativeTo } from '../../ui/moment.tsx'
import type { State } from '../../ui/states.ts'
import { formatMinor } from '../card-money.ts'

/** A dispute or an inquiry of a cardholder's bank. */
export type Dispute = Outputs['cards']['disputes']['get']['dispute']

/** How each status is shown: its colour and its words. */
const shown: Readonly<Record<Dispute['status'], readonly [State, string]>> = {
  warning_needs_response: ['held', 'Inquiry, needs an answer'],
  warning_under_review: ['pending', 'Inquiry, bank reads your answer'],
  warning_closed: ['cancelled', 'Inquiry closed'],
  prevented: ['cancelled', 'Prevented'],
  needs_response: ['disputed', 'Needs an answer'],
  under_review: ['pending', 'Bank reads your answer'],
  won: ['succeeded', 'Won'],
  lost: ['failed', 'Lost'],
  appeal_needs_response: ['disputed', 'Appeal, needs an answer'],
  appeal_under_review: ['pending', 'Appeal, bank reads your answer'],
  unknown: ['held', 'Unknown to this version'],
}

/** Every status with its words, for a choice of one. */
export const disputeOptions = Object.entries(shown).map(([status, [, word]]) => [status, word] as const)

/** How a status is shown. */
export const disputeShown = (status: Dispute['status']): readonly [State, string] => shown[status]

/** True for a question of the bank that has moved no money. */
export const isInquiry = (status: Dispute['status']): boolean => status.startsWith('warning_') || status === 'prevented'

/** Why a cardholder disputes a charge, by the processor's words (Dispute.reason). */
const reasons: Readonly<Record<string, string>> = {
  bank_cannot_process: 'The bank cannot process the charge',
  check_returned: 'A check was returned',
  credit_not_processed: 'A promised refund did not come',
  customer_initiated: 'The customer asked the bank',
  debit_not_authorized: 'The debit was not authorised',
  duplicate: 'Charged more than once',
  fraudulent: 'The cardholder does not know the charge',
  general: 'No particular reason',
  incorrect_account_details: 'The account details are wrong',
  insufficient_funds: 'The account has too little money',
  noncompliant: 'A rule of the card network was not kept',
  product_not_received: 'Not received',
  product_unacceptable: 'Not as described, or broken',
  subscription_canceled: 'The subscription was cancelled',
  unrecognized: 'The cardholder does not recognise the charge',
}

/** Why a cardholder disputes a charge; a word that this version does not know is told as it is. */
export const disputeReason = (reason: string): string => reasons[reason] ?? reason.replaceAll('_', ' ')

/** What is true of a dispute, in one line. */
export function disputeFact({ status, amount, currency, can_respond: isOpen }: Dispute): string {
  const money = formatMinor(amount, currency)
  if (isOpen) return isInquiry(status) ? `A bank asks about ${money}` : `The cardholder disputes ${money}`
  return `${isInquiry(status) ? 'Inquiry' : 'Dispute'} about ${money}: ${shown[status][1].toLowerCase()}`
}

/** What follows from it for the merchant. */
export function disputeHelp({ status, evidence_due_at: due, can_respond: isOpen, submission_count: sent }: Dispute): string {
  if (isOpen) {
    const until = due === null ? '' : ` Answer until ${dayOf(due)} (${relativeTo(due)}); later the bank reads nothing.`
    return isInquiry(status) ? `No money has moved yet.${until}` : `The bank has taken the money until it decides.${until}`
  }
  return (
    outcomes[status] ?? (sent > 0 ? 'Your answer was sent. The bank decides, which can take two months.' : 'Nothing is to be done now.')
  )
}

const outcomes: Readonly<Partial<Record<Dispute['status'], string>>> = {
  won: 'The bank has decided for you, and the money is back.',
  lost: 'The bank has decided for the cardholder, and the money stays there.',
  warning_closed: 'The bank has closed its question; nothing was taken.',
  prevented: 'The dispute was settled before it began.',
}
