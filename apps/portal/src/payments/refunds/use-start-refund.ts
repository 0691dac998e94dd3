import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { confirmed } from '../../accounts/confirmed.ts'
import { api, type Inputs, trpc } from '../../trpc.ts'
import { withoutEmpty } from '../../ui/form/without-empty.ts'

type Wish = Inputs['payments']['portal']['refunds']['start']

/** One key for each content: what is sent again after a lost answer begins once. */
export function useStartRefund(id: string) {
  const client = useQueryClient()
  const [keys] = useState(() => new Map<string, string>())
  const keyOf = (content: string): string => {
    const key = keys.get(content) ?? crypto.randomUUID()
    keys.set(content, key)
    return key
  }
  return useMutation({
    mutationFn: (wish: Readonly<Record<string, string>>) => {
      // Empty fields are not sent; the server reads the others.
      const filled = { ...(withoutEmpty(wish) as object | undefined), id } as Wish
      return confirmed(() => api.payments.portal.refunds.start.mutate({ ...filled, idempotencyKey: keyOf(JSON.stringify(filled)) }))
    },
    onSettled: () => client.invalidateQueries({ queryKey: trpc.payments.pathKey() }),
  })
}
