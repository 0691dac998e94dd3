const DAY_MS = 24 * 60 * 60 * 1_000

/** How long a card escrow is held, and how long before its end the merchant is told; an operator may set others. */
export interface CardHold {
  readonly holdDays: number
  readonly noticeDays: number
}

/** Ninety days, for which the processor lets money wait in a balance in most countries (docs.stripe.com/connect/manual-payouts); told a week before. */
export const cardHold: CardHold = { holdDays: 90, noticeDays: 7 }

/** When an escrow that was not released is refunded by itself; the instant itself counts as passed. */
export const heldUntil = (capturedAt: Date, { holdDays }: Pick<CardHold, 'holdDays'> = cardHold): Date =>
  new Date(capturedAt.getTime() + holdDays * DAY_MS)

/** From when on the merchant is told of the end of a hold. */
export const noticeBefore = (refundAt: Date, { noticeDays }: Pick<CardHold, 'noticeDays'> = cardHold): Date =>
  new Date(refundAt.getTime() - noticeDays * DAY_MS)

/**
 * When an escrow is refunded whose merchant is told now: with the end of its hold, but never before the notice has run.
 *
 * It may go beyond the hold by the notice: a dispute or an operator's decision, which alone make the notice so late, has kept the money there for longer
 * anyway, and the limit of the processor is one of payouts, not of transfers. A refund at once would take the money from a merchant who had no time to release it.
 */
export function refundAfterNotice(refundAt: Date, now: Date, { noticeDays }: Pick<CardHold, 'noticeDays'> = cardHold): Date {
  const noticeEndsAt = new Date(now.getTime() + noticeDays * DAY_MS)
  return refundAt > noticeEndsAt ? refundAt : noticeEndsAt
}
