import { useSuspenseQuery } from '@tanstack/react-query'
import { type Outputs, queryClient, trpc } from '../trpc.ts'
import { isFinal } from '../ui/problem.ts'

/** The signed-in merchant, and how this session was confirmed. */
export type Session = Outputs['accounts']['portal']['current']

const options = () => trpc.accounts.portal.current.queryOptions()

/** The session of this browser; undefined without one. */
export async function findSession(): Promise<Session | undefined> {
  try {
    return await queryClient.ensureQueryData(options())
  } catch (error) {
    if (isFinal(error, 401)) return undefined
    throw error
  }
}

/** The session, on pages that need one. */
export const useSession = (): Session => useSuspenseQuery(options()).data
