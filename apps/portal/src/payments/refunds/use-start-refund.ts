import { useMutation, useQueryClient } from '@tanstack/react-query'
import { confirmed } from '../../accounts/confirmed.ts'
import { api, type Inputs, trpc } from '../../trpc.ts'
import { useKeys } from '../../ui/form/use-keys.ts'
import { withoutEmpty } from '../../ui/form/without-empty.ts'

type Wish = Inputs['payments']['portal']['refunds']['start']

/** Starts a refund, once for each content. */
export function useStartRefund(id: string) {
  const client = useQueryClient()
  const keyOf = useKeys()
  return useMutation({
    mutationFn: (wish: Readonly<Record<string, string>>) => {
      // Empty fields are not sent; the server reads the others.
      const filled = { ...(withoutEmpty(wish) as object | undefined), id } as Wish
      return confirmed(() => api.payments.portal.refunds.start.mutate({ ...filled, idempotencyKey: keyOf(JSON.stringify(filled)) }))
    },
    onSettled: () => client.invalidateQueries({ queryKey: trpc.payments.pathKey() }),
  })
}
