import { Activity, Clock, KeyRound, Lock } from 'lucide-react'
import { confirmed } from '../accounts/confirmed.ts'
import { api, trpc } from '../trpc.ts'
import { Ask } from '../ui/ask.tsx'
import { Moment } from '../ui/moment.tsx'
import type { ApiKey } from './api-keys.tsx'

/** Asks before a key is revoked: what uses it stops working, and so do the keys that were created with it. */
export function RevokeKey({
  businessId,
  apiKey,
  onClose,
}: {
  readonly businessId: string
  readonly apiKey: ApiKey
  readonly onClose: () => void
}) {
  const name = apiKey.name ?? apiKey.last4
  return (
    <Ask
      onClose={onClose}
      title={`Revoke the key “${name}”?`}
      keep="Keep key"
      act="Revoke key"
      busy="Revoking…"
      isDanger
      word={name}
      work={() => confirmed(() => api.businesses.keys.revoke.mutate({ id: businessId, keyId: apiKey.id }))}
      done={`Key “${name}” revoked`}
      changes={trpc.businesses.keys.list.queryKey()}
      consequences={[
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
        [KeyRound, 'Every key that was created with it ends too'],
        [Lock, 'Cannot be undone. Open payments are not affected'],
      ]}
    />
  )
}
