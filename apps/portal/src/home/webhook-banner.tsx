import { useQuery } from '@tanstack/react-query'
import { useBusinessId } from '../businesses/use-business.ts'
import { type Outputs, trpc } from '../trpc.ts'
import { Moment } from '../ui/moment.tsx'
import { Notice } from '../ui/notice.tsx'
import { Place } from '../ui/place.tsx'

/** Says on the first page that webhooks do not arrive. */
export function WebhookBanner() {
  const businessId = useBusinessId()
  const { data: endpoint } = useQuery(trpc.webhooks.portal.endpoint.queryOptions({ businessId }))
  if (!endpoint || !isFailing(endpoint)) return null
  return (
    <Notice state="held" fact={endpoint.disabled_at ? 'Your webhook endpoint is switched off' : <Failing since={endpoint.failing_since} />}>
      {endpoint.waiting} deliveries wait their turn, and none is dropped. <Place to="/b/$business/webhooks">See what failed</Place>
    </Notice>
  )
}

/** True for an endpoint that is set and gets nothing: its last attempts failed, or it is switched off. */
const isFailing = ({ url, failures, disabled_at }: Outputs['webhooks']['portal']['endpoint']): boolean =>
  url !== null && (failures > 0 || disabled_at !== null)

const Failing = ({ since }: { readonly since: string | null }) =>
  since === null ? (
    'Your webhook endpoint has been failing'
  ) : (
    <>
      Your webhook endpoint has been failing since <Moment at={since} />
    </>
  )
