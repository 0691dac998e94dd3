import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { type Outputs, trpc } from '../trpc.ts'
import { confirmed } from './confirmed.ts'

/** The second factors of the account. */
export const useFactors = (): Outputs['accounts']['factors']['list'] => useSuspenseQuery(trpc.accounts.factors.list.queryOptions()).data

/** Changes a factor: it asks for a confirmation where one is due, and reads factors and sessions again: the first factor ends other sessions. */
export function useFactorChange<Input, Output>(work: (input: Input) => Promise<Output>, onDone?: (output: Output) => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (input: Input) => confirmed(() => work(input)),
    onSuccess: async (output) => {
      onDone?.(output)
      await client.invalidateQueries({ queryKey: trpc.accounts.factors.list.queryKey() })
      await client.invalidateQueries({ queryKey: trpc.accounts.portal.sessions.queryKey() })
    },
  })
}
