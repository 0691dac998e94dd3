import { useQuery } from '@tanstack/react-query'
import { useBusinessId } from '../../businesses/use-business.ts'
import { type Outputs, trpc } from '../../trpc.ts'
import { refreshEvery } from '../../ui/refresh.ts'

/** The account of the business at the card processor. */
export type CardAccount = NonNullable<Outputs['cards']['portal']['account']['account']>

/** The account of the business at the processor; null before its first onboarding. */
export function useCardAccount(refreshMs: number) {
  const businessId = useBusinessId()
  return useQuery(trpc.cards.portal.account.queryOptions({ businessId }, { refetchInterval: refreshEvery(refreshMs) }))
}
