import type { AssistedRefund, AssistedRefundState } from '@gateway/domain/payments/assisted-refund'

/** The state of a refund as it is shown: an unpaid one is over the moment its offer ends, even before the sweep has written it. */
export const shownState = ({ state, offerEndsAt }: Pick<AssistedRefund, 'state' | 'offerEndsAt'>, now: Date): AssistedRefundState =>
  (state === 'offered' || state === 'named') && now >= offerEndsAt ? 'expired' : state
