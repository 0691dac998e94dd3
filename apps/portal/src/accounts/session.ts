import { useSuspenseQuery } from '@tanstack/react-query'
import { use } from 'react'
import { type Outputs, queryClient, trpc } from '../trpc.ts'

/** The signed-in merchant, and how this session was confirmed. */
export type Session = Extract<Outputs['accounts']['portal']['current'], { status: 'signed_in' }>

const options = () => trpc.accounts.portal.current.queryOptions()

/** The session of this browser; undefined without one. */
export async function findSession(): Promise<Session | undefined> {
  const current = await queryClient.fetchQuery(options())
  return current.status === 'signed_in' ? current : undefined
}

/** A session that has ended elsewhere leads to the sign-in, and nothing is shown until then. */
const leaving = new Promise<never>(() => undefined)

/** The session, on pages that need one. */
export function useSession(): Session {
  const { data } = useSuspenseQuery(options())
  return data.status === 'signed_in' ? data : use(leaving)
}
