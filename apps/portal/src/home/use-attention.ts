import { useQuery } from '@tanstack/react-query'
import { useBusinessId } from '../businesses/use-business.ts'
import { type Outputs, trpc } from '../trpc.ts'
import { refreshEvery } from '../ui/refresh.ts'

/** Something that needs a person. */
export type AttentionItem = Outputs['payments']['portal']['attention']['attention'][number]

const REFRESH_MS = 15_000

/** What of the business needs a person. The navigation counts what the first page lists, so that both always say one number. */
export function useAttention(): readonly AttentionItem[] {
  const businessId = useBusinessId()
  const { data } = useQuery(trpc.payments.portal.attention.queryOptions({ businessId }, { refetchInterval: refreshEvery(REFRESH_MS) }))
  return data?.attention ?? []
}
