import { useQuery } from '@tanstack/react-query'
import { useBusinessId } from '../businesses/use-business.ts'
import { type Outputs, trpc } from '../trpc.ts'
import { Moment } from '../ui/moment.tsx'
import { Notice } from '../ui/notice.tsx'
import { Place } from '../ui/place.tsx'
import { deliveriesWait, endpointOff } from './endpoint-words.ts'

type Endpoint = Outputs['webhooks']['portal']['endpoint']

/** Says on the first page that webhooks do not arrive. */
export function WebhookBanner() {
  const businessId = useBusinessId()
  const { data: endpoint } = useQuery(trpc.webhooks.portal.endpoint.queryOptions({ businessId }))
  if (!endpoint || !isFailing(endpoint)) return null
  return (
    <Notice state="held" fact={endpoint.disabled_at ? endpointOff.fact : <Failing since={endpoint.failing_since} />}>
      {endpoint.disabled_at ? endpointOff.help : deliveriesWait} <Place to="/b/$business/webhooks">See what failed</Place>
    </Notice>
  )
}

/** True for an endpoint that is set and gets nothing: its last attempts failed, or it is switched off. */
const isFailing = ({ url, failures, disabled_at }: Endpoint): boolean => url !== null && (failures > 0 || disabled_at !== null)

const Failing = ({ since }: { readonly since: string | null }) => (
  <>
    Your webhook endpoint has been failing
    {since && (
      <>
        {' '}
        since <Moment at={since} />
      </>
    )}
  </>
)
