const DAY_MS = 24 * 60 * 60 * 1_000

/** How long a card escrow is held, and how long before its end the merchant is told; an operator may set others. */
export interface CardHold {
  readonly holdDays: number
  readonly noticeDays: number
}

/** Ninety days, the longest for which the processor lets a charge wait for its transfer; told a week before. */
export const cardHold: CardHold = { holdDays: 90, noticeDays: 7 }

/** When an escrow that was not released is refunded by itself; the instant itself counts as passed. */
export const heldUntil = (capturedAt: Date, { holdDays }: Pick<CardHold, 'holdDays'> = cardHold): Date =>
  new Date(capturedAt.getTime() + holdDays * DAY_MS)

/** From when on the merchant is told of the end of a hold. */
export const noticeBefore = (refundAt: Date, { noticeDays }: Pick<CardHold, 'noticeDays'> = cardHold): Date =>
  new Date(refundAt.getTime() - noticeDays * DAY_MS)

/** When the merchant is told that an escrow is about to be refunded. */
export const holdNoticeAt = (capturedAt: Date, hold: CardHold = cardHold): Date =>
  new Date(heldUntil(capturedAt, hold).getTime() - hold.noticeDays * DAY_MS)
