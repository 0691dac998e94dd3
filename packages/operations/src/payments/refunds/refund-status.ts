import type { RefundEntity } from '@gateway/db/payments/refund.entity'

const statusOf = {
  offered: 'offered',
  claimed: 'named',
  paying: 'paying',
  returned: 'refunded',
  withdrawn: 'cancelled',
} as const satisfies Readonly<Record<RefundEntity['state'], string>>

/** The status of a refund of held money, as answers name it: an unused link has expired the moment its offer ends. */
export const refundStatus = ({ state, offerEndsAt }: Pick<RefundEntity, 'state' | 'offerEndsAt'>, now: Date) =>
  state === 'offered' && now >= offerEndsAt ? 'expired' : statusOf[state]
