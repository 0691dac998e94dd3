import { useMutation } from '@tanstack/react-query'
import { Clock, Eye, KeyRound } from 'lucide-react'
import { confirmed } from '../accounts/confirmed.ts'
import { api } from '../trpc.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { Consequences } from '../ui/consequences.tsx'
import { messageOf } from '../ui/problem.ts'
import { OneTimeSecret } from '../ui/secret.tsx'

/** Asks, rotates the signing secret, and shows the new one once. */
export function RotateSecret({ businessId, onClose }: { readonly businessId: string; readonly onClose: () => void }) {
  const rotate = useMutation({ mutationFn: () => confirmed(() => api.businesses.rotateWebhookSecret.mutate({ id: businessId })) })
  if (rotate.data)
    return (
      <OneTimeSecret title="Copy the new signing secret now" secret={rotate.data.webhook_secret} name="webhook secret" onDone={onClose}>
        <p>The old one signs too until {new Date(rotate.data.previous_valid_until).toLocaleString('en-GB')}.</p>
      </OneTimeSecret>
    )
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title="Rotate the signing secret?"
      keep="Keep secret"
      act="Rotate secret"
      busy="Rotating…"
      isBusy={rotate.isPending}
      onAct={() => rotate.mutate()}
      error={rotate.error ? messageOf(rotate.error) : undefined}
    >
      <Consequences
        rows={[
          [
            KeyRound,
            <>
              <b className="mono">x-service-signature</b> uses the new secret at once
            </>,
          ],
          [
            Clock,
            <>
              <b className="mono">webhook-signature</b> carries old and new for 24 hours
            </>,
          ],
          [Eye, 'The new secret is shown once'],
        ]}
      />
    </ConfirmDialog>
  )
}
