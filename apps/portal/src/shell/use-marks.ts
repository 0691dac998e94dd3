import { useQuery } from '@tanstack/react-query'
import { useBusinessId } from '../businesses/use-business.ts'
import { isFailing } from '../developers/endpoint-failing.ts'
import { trpc } from '../trpc.ts'

/** A mark beside a place, and what it stands for. */
interface Mark {
  readonly mark: string
  readonly told: string
}

const STALE_MS = 60_000
const DAYS = 30

/** The marks in the navigation: waiting decisions about money, and a receiver that fails. */
export function useMarks(): Readonly<Partial<Record<string, Mark>>> {
  const businessId = useBusinessId()
  const totals = useQuery(trpc.payments.portal.totals.queryOptions({ businessId, days: DAYS }, { staleTime: STALE_MS }))
  const endpoint = useQuery(trpc.webhooks.portal.endpoint.queryOptions({ businessId }, { staleTime: STALE_MS }))
  const held = totals.data?.attention.filter(({ kind }) => kind === 'held').length ?? 0
  return {
    ...(held > 0 && {
      '/b/$business/payments': { mark: String(held), told: held === 1 ? '1 needs a decision' : `${held} need a decision` },
    }),
    ...(endpoint.data && isFailing(endpoint.data) && { '/b/$business/webhooks': { mark: '!', told: 'The endpoint is failing' } }),
  }
}
