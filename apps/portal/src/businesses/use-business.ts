import { useSuspenseQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import type { Outputs } from '../trpc.ts'
import { everyBusiness } from './every-business.ts'

/** A business as its owner sees it. */
export type Business = Outputs['businesses']['list']['businesses'][number]

/** Every business of the merchant. */
export const useBusinesses = (): readonly Business[] => useSuspenseQuery(everyBusiness()).data.businesses

/** The id of the business that this page is about. */
export const useBusinessId = (): string => useParams({ from: '/signed-in/b/$business' }).business

/** The business that this page is about; undefined when it is not the merchant's. */
export function useBusiness(): Business | undefined {
  const id = useBusinessId()
  return useBusinesses().find((business) => business.id === id)
}
