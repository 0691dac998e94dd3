import { redirect } from '@tanstack/react-router'
import { queryClient } from '../trpc.ts'
import { everyBusiness } from './every-business.ts'
import { lastBusiness } from './last-business.ts'

/** The first page: the business looked at last, else the first one, else the form that opens one. */
export async function openAnyBusiness(): Promise<never> {
  const { businesses } = await queryClient.ensureQueryData(everyBusiness())
  const business = businesses.find(({ id }) => id === lastBusiness()) ?? businesses[0]
  if (!business) throw redirect({ to: '/new-business' })
  throw redirect({ to: '/b/$business', params: { business: business.id } })
}
