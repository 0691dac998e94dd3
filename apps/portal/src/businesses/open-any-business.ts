import { redirect } from '@tanstack/react-router'
import { queryClient, trpc } from '../trpc.ts'
import { lastBusiness } from './last-business.ts'

/** The first page: the business looked at last, else the first one, else the form that opens one. */
export async function openAnyBusiness(): Promise<never> {
  const { businesses } = await queryClient.ensureQueryData(trpc.businesses.list.queryOptions({}))
  const business = businesses.find(({ id }) => id === lastBusiness()) ?? businesses[0]
  if (!business) throw redirect({ to: '/new-business' })
  throw redirect({ to: '/b/$business', params: { business: business.id } })
}
