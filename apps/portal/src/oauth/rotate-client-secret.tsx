import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Clock, Eye, KeyRound } from 'lucide-react'
import { confirmed } from '../accounts/confirmed.ts'
import { api, trpc } from '../trpc.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { Consequences } from '../ui/consequences.tsx'
import { messageOf } from '../ui/problem.ts'
import { OneTimeSecret } from '../ui/secret.tsx'
import type { OauthClient } from './snippets.tsx'

/** Asks, gives a client another secret, and shows it once. */
export function RotateClientSecret({ client, onClose }: { readonly client: OauthClient; readonly onClose: () => void }) {
  const queries = useQueryClient()
  const rotate = useMutation({
    mutationFn: () => confirmed(() => api.oauth.clients.rotateSecret.mutate({ id: client.client_id })),
    onSuccess: () => queries.invalidateQueries({ queryKey: trpc.oauth.pathKey() }),
  })
  if (rotate.data)
    return (
      <OneTimeSecret title="Copy the new secret now" secret={rotate.data.client_secret} name="client secret" onDone={onClose}>
        <p>The former one works too until {new Date(rotate.data.previous_valid_until).toLocaleString('en-GB')}.</p>
      </OneTimeSecret>
    )
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={`Rotate the secret of “${client.name}”?`}
      keep="Keep secret"
      act="Rotate secret"
      busy="Rotating…"
      isBusy={rotate.isPending}
      onAct={() => rotate.mutate()}
      error={rotate.error ? messageOf(rotate.error) : undefined}
    >
      <Consequences
        rows={[
          [KeyRound, 'The new secret works at once'],
          [
            Clock,
            client.previous_valid_until === null
              ? 'The present one works for 24 hours more'
              : 'The present one works for 24 hours more, and an older one ends now',
          ],
          [Eye, 'The new secret is shown once'],
        ]}
      />
    </ConfirmDialog>
  )
}
