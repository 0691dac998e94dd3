import type { CardRefundInput, CardRefundState } from './card-refund.ts'
import type { PaymentIntentFacts, SessionFacts } from './facts.ts'
import type { CardPaymentInput } from './payment-machine.ts'

/** The state of a refund by each word that the processor documents (Refund.status, 2026-10-28.endive). */
const refundInputs: Readonly<Record<CardRefundState, CardRefundInput>> = {
  pending: 'wait',
  requires_action: 'ask',
  succeeded: 'succeed',
  failed: 'fail',
  canceled: 'cancel',
}

/** The input of a refund's status; undefined for a word of a later version, which is stored and changes nothing. */
export const refundInputOf = (word: string): CardRefundInput | undefined =>
  Object.hasOwn(refundInputs, word) ? refundInputs[word as CardRefundState] : undefined

/** What an object of the processor says about its payment; undefined where it says nothing new, and for words of a later version. */
export type ChargeInput = Extract<CardPaymentInput, 'charge' | 'expire' | 'fail' | 'decline'>

const intentInputs: Readonly<Record<string, ChargeInput>> = { succeeded: 'charge', canceled: 'fail' }

/** What a payment intent says: charged only when it has succeeded, declined while it waits for another card. */
export function intentInputOf({ status, declineCode }: Pick<PaymentIntentFacts, 'status' | 'declineCode'>): ChargeInput | undefined {
  if (Object.hasOwn(intentInputs, status)) return intentInputs[status]
  return status === 'requires_payment_method' && declineCode !== null ? 'decline' : undefined
}

/**
 * What a checkout session says: charged only when it is paid. A complete one that waits for an asynchronous method fails when the method of its payment
 * intent does, which then waits for another.
 */
export function sessionInputOf(
  { status, paymentStatus }: Pick<SessionFacts, 'status' | 'paymentStatus'>,
  intent: Pick<PaymentIntentFacts, 'status' | 'declineCode'> | null,
): ChargeInput | undefined {
  if (paymentStatus === 'paid') return 'charge'
  if (status === 'expired') return 'expire'
  const said = intent === null ? undefined : intentInputOf(intent)
  return status === 'complete' && said === 'decline' ? 'fail' : said
}
