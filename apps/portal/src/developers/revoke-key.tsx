import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Activity, Clock, Lock } from 'lucide-react'
import { confirmed } from '../accounts/confirmed.ts'
import { api, trpc } from '../trpc.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { Consequences } from '../ui/consequences.tsx'
import { Moment } from '../ui/moment.tsx'
import { messageOf } from '../ui/problem.ts'
import { toast } from '../ui/toasts.tsx'
import type { ApiKey } from './api-keys.tsx'

/** Asks before a key is revoked: what uses it stops working. */
export function RevokeKey({
  businessId,
  apiKey,
  onClose,
}: {
  readonly businessId: string
  readonly apiKey: ApiKey
  readonly onClose: () => void
}) {
  const client = useQueryClient()
  const name = apiKey.name ?? apiKey.last4
  const revoke = useMutation({
    mutationFn: () => confirmed(() => api.businesses.keys.revoke.mutate({ id: businessId, keyId: apiKey.id })),
    onSuccess: async () => {
      onClose()
      toast(`Key “${name}” revoked`)
      await client.invalidateQueries({ queryKey: trpc.businesses.keys.list.queryKey() })
    },
  })
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={`Revoke the key “${name}”?`}
      keep="Keep key"
      act="Revoke key"
      busy="Revoking…"
      isDanger
      word={name}
      isBusy={revoke.isPending}
      onAct={() => revoke.mutate()}
      error={revoke.error ? messageOf(revoke.error) : undefined}
    >
      <Consequences
        rows={[
          [Clock, 'It works for 5 more seconds at most'],
          [
            Activity,
            apiKey.last_used_at ? (
              <>
                Last used <Moment at={apiKey.last_used_at} />. Whatever uses it stops working
              </>
            ) : (
              'It was never used'
            ),
          ],
          [Lock, 'Cannot be undone. Open payments are not affected'],
        ]}
      />
    </ConfirmDialog>
  )
}
