import { useQuery } from '@tanstack/react-query'
import { type Outputs, trpc } from '../../trpc.ts'

/** A card payment with everything that is known of it. */
export type CardDetail = Outputs['cards']['portal']['detail']

const MOVING_MS = 3_000
const SETTLED_MS = 15_000

/** Often while something moves by itself, now and then once nothing does. */
function pauseOf({ payment, refunds, escrow }: CardDetail): number {
  const isMoving = payment.status === 'pending' || refunds.some(({ status }) => status === 'pending')
  return isMoving || escrow?.transfer_id === escrow?.id ? MOVING_MS : SETTLED_MS
}

/** A card payment by its id or that of its escrow; it keeps itself up to date. */
export const useCardDetail = (id: string) =>
  useQuery(trpc.cards.portal.detail.queryOptions({ id }, { refetchInterval: ({ state: { data } }) => data !== undefined && pauseOf(data) }))
