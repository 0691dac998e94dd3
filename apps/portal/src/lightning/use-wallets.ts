import { useQuery } from '@tanstack/react-query'
import { useBusinessId } from '../businesses/use-business.ts'
import { type Inputs, type Outputs, trpc } from '../trpc.ts'
import { refreshEvery } from '../ui/refresh.ts'

/** The wallets of the business, each with what it has. */
type Wallets = Outputs['lightning']['portal']['wallets']
/** One of them. */
export type Wallet = Wallets['wallets'][number]

/** How many of its wallets a business sees at once. */
export const MOST_WALLETS = 100
const REFRESH_MS = 10_000

/** The newest wallets of the business; they keep themselves up to date. */
export const useWallets = () => {
  const input = { businessId: useBusinessId(), limit: MOST_WALLETS } as Inputs['lightning']['portal']['wallets']
  return useQuery(trpc.lightning.portal.wallets.queryOptions(input, { refetchInterval: refreshEvery(REFRESH_MS) }))
}
