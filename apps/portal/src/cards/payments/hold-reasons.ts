/** Why a card payment is held, as its merchant reads it. */
const reasons: Readonly<Record<string, string>> = {
  amount_differs: 'The card processor has charged another amount or currency than you asked for.',
  refund_differs: 'The card processor has refunded another amount than you asked for.',
  transfer_differs: 'The card processor has transferred another amount than was released.',
  fee_refund_differs: 'The card processor has given back another part of the fee than is due.',
  fee_refund_refused: 'The refund succeeded, and the card processor refuses to give its part of the fee back.',
}

/** Why a card payment is held; one that this version does not know is told as it is. */
export const cardHoldReason = (reason: string): string =>
  reasons[reason] ?? `The card processor says something else than our books: ${reason.replaceAll('_', ' ')}.`
