import { useQuery } from '@tanstack/react-query'
import { useBusinessId } from '../businesses/use-business.ts'
import { isFailing } from '../developers/endpoint-failing.ts'
import { trpc } from '../trpc.ts'
import { relativeTo } from '../ui/moment.tsx'
import { Notice } from '../ui/notice.tsx'
import { Place } from '../ui/place.tsx'

/** Says on the first page that webhooks do not arrive. */
export function WebhookBanner() {
  const businessId = useBusinessId()
  const { data: endpoint } = useQuery(trpc.webhooks.portal.endpoint.queryOptions({ businessId }))
  if (!endpoint || !isFailing(endpoint)) return null
  const since = endpoint.failing_since && ` since ${relativeTo(endpoint.failing_since)}`
  return (
    <Notice
      state="held"
      fact={endpoint.disabled_at ? 'Your webhook endpoint is switched off' : `Your webhook endpoint has been failing${since ?? ''}`}
    >
      {endpoint.waiting} deliveries wait their turn, and none is dropped. <Place to="/b/$business/webhooks">See what failed</Place>
    </Notice>
  )
}
