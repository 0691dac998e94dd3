import { useQuery } from '@tanstack/react-query'
import { trpc } from '../../trpc.ts'
import type { Detail } from '../payment.tsx'

const REFRESH_MS = 5_000

/** The price of the payment's coin now, in its currency; undefined until it is known. */
export function useCurrentPrice(
  { currency, blockchain }: Pick<Detail['payment'], 'currency' | 'blockchain'>,
  isWanted: boolean,
): string | undefined {
  const { data } = useQuery(trpc.rates.portal.sources.queryOptions({ currency }, { enabled: isWanted, refetchInterval: REFRESH_MS }))
  return isWanted ? data?.rates.find(({ coin }) => coin === blockchain)?.price : undefined
}
