import { Clock, KeyRound } from 'lucide-react'
import { api } from '../trpc.ts'
import { RotateSecret } from '../accounts/rotate-secret.tsx'

/** Asks, rotates the signing secret, and shows the new one once. */
export function RotateWebhookSecret({ businessId, onClose }: { readonly businessId: string; readonly onClose: () => void }) {
  const work = async () => {
    const rotated = await api.businesses.rotateWebhookSecret.mutate({ id: businessId })
    return { secret: rotated.webhook_secret, previousValidUntil: rotated.previous_valid_until }
  }
  return (
    <RotateSecret
      onClose={onClose}
      title="Rotate the signing secret?"
      consequences={[
        [KeyRound, <Header name="x-service-signature" does="uses the new secret at once" />],
        [Clock, <Header name="webhook-signature" does="carries old and new for 24 hours" />],
      ]}
      work={work}
      shown={{ title: 'Copy the new signing secret now', name: 'webhook secret', former: 'The old one signs too' }}
    />
  )
}

/** What a header of a webhook does. */
const Header = ({ name, does }: { readonly name: string; readonly does: string }) => (
  <>
    <b className="mono">{name}</b> {does}
  </>
)
