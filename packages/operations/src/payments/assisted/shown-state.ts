import type { AssistedRefund, AssistedRefundState } from '@gateway/domain/payments/assisted-refund'

/**
 * The state of a refund as it is shown: one without an address is over the moment its offer ends, even before the sweep has written it. One that can be paid
 * is over when the sweep says so, because a payment may be on its way.
 */
export const shownState = ({ state, offerEndsAt }: Pick<AssistedRefund, 'state' | 'offerEndsAt'>, now: Date): AssistedRefundState =>
  state === 'offered' && now >= offerEndsAt ? 'expired' : state
