import { useQuery } from '@tanstack/react-query'
import { type Outputs, trpc } from '../../trpc.ts'

/** A Lightning payment with everything that is known of it. */
export type LightningDetail = Outputs['lightning']['portal']['detail']

const MOVING_MS = 2_000
const SETTLED_MS = 30_000

/** A Lightning payment by its id; it keeps itself up to date, often while it is pending. */
export const useDetail = (id: string) =>
  useQuery(
    trpc.lightning.portal.detail.queryOptions(
      { id },
      { refetchInterval: ({ state: { data } }) => data !== undefined && (data.payment.status === 'pending' ? MOVING_MS : SETTLED_MS) },
    ),
  )
