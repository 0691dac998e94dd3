import { useQueryClient } from '@tanstack/react-query'
import { Clock, KeyRound } from 'lucide-react'
import { api, trpc } from '../trpc.ts'
import { RotateSecret } from '../accounts/rotate-secret.tsx'
import type { OauthClient } from './snippets.tsx'

/** Asks, gives a client another secret, and shows it once. */
export function RotateClientSecret({ client, onClose }: { readonly client: OauthClient; readonly onClose: () => void }) {
  const queries = useQueryClient()
  const work = async () => {
    const rotated = await api.oauth.clients.rotateSecret.mutate({ id: client.client_id })
    return { secret: rotated.client_secret, previousValidUntil: rotated.previous_valid_until }
  }
  const older = client.previous_valid_until === null ? '' : ', and an older one ends now'
  return (
    <RotateSecret
      onClose={onClose}
      title={`Rotate the secret of “${client.name}”?`}
      consequences={[
        [KeyRound, 'The new secret works at once'],
        [Clock, `The present one works for 24 hours more${older}`],
      ]}
      work={work}
      onDone={() => queries.invalidateQueries({ queryKey: trpc.oauth.pathKey() })}
      shown={{ title: 'Copy the new secret now', name: 'client secret', former: 'The former one works too' }}
    />
  )
}
