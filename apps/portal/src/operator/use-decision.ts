import { useMutation, useQueryClient } from '@tanstack/react-query'
import { confirmed } from '../accounts/confirmed.ts'
import { trpc } from '../trpc.ts'

/** How often the pages of the area read again what waits. */
export const REFRESH_MS = 5_000

/** A decision of an operator: it asks for a confirmation where one is due, and reads the area again. */
export function useDecision<Input, Output>(work: (input: Input) => Promise<Output>, onDone: (output: Output) => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (input: Input) => confirmed(() => work(input)),
    onSuccess: onDone,
    onSettled: () => client.invalidateQueries({ queryKey: trpc.operator.pathKey() }),
  })
}

/** The message after an approval. */
export const approvalTold = ({ missing }: { readonly missing: number }): string =>
  missing === 0 ? 'Approved by two operators. It takes effect within half a minute.' : `Noted. ${missing} more operator must approve.`
