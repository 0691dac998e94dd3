import { useQuery } from '@tanstack/react-query'
import { type Outputs, trpc } from '../trpc.ts'
import { isFinal } from '../ui/problem.ts'

/** The DID of the merchant, with those that it has linked. */
export type OwnDid = Outputs['identity']['dids']['get']

const ABSENT = 404

/** The DID of the merchant: null where it has claimed none, undefined until that is known. */
export function useOwnDid() {
  const found = useQuery(trpc.identity.dids.get.queryOptions())
  const own: OwnDid | null | undefined = isFinal(found.error, ABSENT) ? null : found.data
  return { own, error: own === null ? null : found.error, refetch: found.refetch }
}
