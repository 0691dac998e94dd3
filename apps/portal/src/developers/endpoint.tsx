import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useBusinessId } from '../businesses/use-business.ts'
import { api, type Outputs, trpc } from '../trpc.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { Empty, LoadFailed } from '../ui/empty.tsx'
import { Moment, relativeTo } from '../ui/moment.tsx'
import { Notice } from '../ui/notice.tsx'
import type { State } from '../ui/states.ts'
import { refreshEvery } from '../ui/refresh.ts'
import { EditEndpoint } from './edit-endpoint.tsx'
import { RotateWebhookSecret } from './rotate-webhook-secret.tsx'
import { waitingWords } from './waiting-words.ts'

type EndpointFacts = Outputs['webhooks']['portal']['endpoint']

const REFRESH_MS = 10_000

const healths: Readonly<Record<EndpointFacts['health'], readonly [state: State, word: string]>> = {
  not_set: ['draft', 'Not set'],
  gone: ['failed', 'Switched off: it answered 410'],
  given_up: ['failed', 'Switched off: it failed for five days'],
  switched_off: ['paused', 'Switched off'],
  down: ['retrying', 'Backing off'],
  recovering: ['retrying', 'Being tried again'],
  retrying: ['retrying', 'Retrying'],
  healthy: ['active', 'Healthy'],
}

/** Where webhooks go, how the receiver does, and the secret that signs them. */
export function Endpoint() {
  const businessId = useBusinessId()
  const found = useQuery(trpc.webhooks.portal.endpoint.queryOptions({ businessId }, { refetchInterval: refreshEvery(REFRESH_MS) }))
  const [isEditing, setEditing] = useState(false)
  const [isRotating, setRotating] = useState(false)
  const endpoint = found.data
  if (found.error && !found.data)
    return <LoadFailed title="The endpoint could not be loaded" error={found.error} onRetry={() => void found.refetch()} />
  if (!endpoint) return <span className="skel h-28 w-full" />
  const edit = (
    <Button look={endpoint.url ? undefined : 'primary'} onClick={() => setEditing(true)}>
      {endpoint.url ? 'Edit endpoint…' : 'Set an address…'}
    </Button>
  )
  return (
    <>
      {endpoint.url ? (
        <div className="card">
          <Health endpoint={endpoint} edit={edit} />
          <Failing endpoint={endpoint} />
          <div className="card__foot row row--wrap">
            <SendTest businessId={businessId} />
            <Button size="sm" className="push" onClick={() => setRotating(true)}>
              Rotate secret…
            </Button>
          </div>
        </div>
      ) : (
        <Empty title="No webhook address yet" actions={edit}>
          Your server is told of every payment as it happens, signed and in order. Without an address it can read the event feed.
        </Empty>
      )}
      {isEditing && <EditEndpoint businessId={businessId} endpoint={endpoint} onClose={() => setEditing(false)} />}
      {isRotating && <RotateWebhookSecret businessId={businessId} onClose={() => setRotating(false)} />}
    </>
  )
}

function Health({ endpoint, edit }: { readonly endpoint: EndpointFacts; readonly edit: ReactNode }) {
  const [state, word] = healths[endpoint.health]
  const { last_success: success, events } = endpoint
  return (
    <div className="card__body endpoint">
      <div className="stack stack--tight">
        <div className="row row--wrap">
          <span className="mono endpoint__url">{endpoint.url}</span>
          <Badge state={state}>{word}</Badge>
        </div>
        <p className="hint">
          {success?.delivered_at ? (
            <>
              Last delivery at <Moment at={success.delivered_at} />.{' '}
            </>
          ) : (
            'Nothing was delivered yet. '
          )}
          {events.length === 0 ? 'Default events.' : `Default events, and ${events.includes('*') ? 'all others' : events.join(', ')}.`}
        </p>
      </div>
      {edit}
    </div>
  )
}

function Failing({
  endpoint: { failures, failing_since, waiting, next_attempt_at, last_failure, disabled_at },
}: {
  readonly endpoint: EndpointFacts
}) {
  if (disabled_at)
    return (
      <Notice isFlat state="failed" fact="This endpoint is switched off">
        Events stay in the feed. Save the address again to switch it on.
      </Notice>
    )
  if (failures === 0) return null
  const answer = last_failure?.status_code
    ? `it answered ${last_failure.status_code}`
    : `no answer came (${(last_failure?.problem ?? 'timeout').replaceAll('_', ' ')})`
  return (
    <Notice
      isFlat
      state="held"
      fact={`${failures} attempts in a row failed${failing_since ? `, the first ${relativeTo(failing_since)}` : ''}`}
    >
      At the last one {answer}. {waitingWords(waiting)} waiting in order, and none is dropped.
      {next_attempt_at && ` The next attempt is ${relativeTo(next_attempt_at)}.`}
    </Notice>
  )
}

function SendTest({ businessId }: { readonly businessId: string }) {
  const client = useQueryClient()
  const send = useMutation({
    mutationFn: () => api.webhooks.test.mutate({ businessId }),
    onSettled: () => client.invalidateQueries({ queryKey: trpc.webhooks.pathKey() }),
  })
  return (
    <span className="row row--wrap">
      <Button size="sm" onClick={() => send.mutate()} busy={send.isPending && 'Sending…'}>
        Send test event
      </Button>
      <span role="status">
        {send.data && <Badge state={send.data.success ? 'delivered' : 'failed'}>{send.data.message}</Badge>}
        {send.error && <Badge state="failed">{send.error.message}</Badge>}
      </span>
    </span>
  )
}
