import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, once, trpc } from '../trpc.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { messageOf } from '../ui/problem.ts'

/** Has a credential of the reputation at this moment issued, at most one a day, and shows it. */
export function RequestCredential({ onIssued }: { readonly onIssued: (id: string) => void }) {
  const client = useQueryClient()
  const [key, setKey] = useState(() => crypto.randomUUID())
  const request = useMutation({
    mutationFn: () => api.identity.credentials.request.mutate({ credentialType: 'ReputationCredential' }, once(key)),
    onSuccess: async ({ credential }) => {
      onIssued(credential.id)
      setKey(crypto.randomUUID())
      await client.invalidateQueries({ queryKey: trpc.identity.credentials.pathKey() })
    },
  })
  return (
    <div className="stack">
      <Button look="primary" onClick={() => request.mutate()} busy={request.isPending && 'Requesting…'}>
        Request credential
      </Button>
      {request.error && <Notice state="failed" fact={messageOf(request.error)} isAlert />}
    </div>
  )
}
