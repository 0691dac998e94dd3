import type { Invoice } from '../invoice.ts'

/** A card payment that has paid an invoice, and what of it went back or is about to. */
interface PaidCard {
  /** What was charged beyond what was open, which refunds give back first. */
  readonly surplusMinor: bigint
  readonly refundedMinor: bigint
  readonly pendingMinor: bigint
}

/**
 * What was credited to an invoice beyond what it asks for after its credit notes, less what refunds of its card payments and its merchant from elsewhere
 * have given back: for its merchant to give back, in the smallest unit of the currency.
 */
export function overpaidMinor(
  { amountMinor, creditNotesMinor, creditedMinor }: Pick<Invoice, 'amountMinor' | 'creditNotesMinor' | 'creditedMinor'>,
  cards: readonly PaidCard[],
  givenBackMinor: bigint,
): bigint {
  const byCard = cards.reduce((sum, card) => sum + atLeastZero(card.refundedMinor + card.pendingMinor - card.surplusMinor), 0n)
  return atLeastZero(creditedMinor - (amountMinor - creditNotesMinor) - byCard - givenBackMinor)
}

const atLeastZero = (minor: bigint): bigint => (minor > 0n ? minor : 0n)
