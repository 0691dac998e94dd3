import { useNavigate, useSearch } from '@tanstack/react-router'
import { Page } from '../ui/page.tsx'
import { Segmented } from '../ui/segmented.tsx'
import { Deliveries } from './deliveries.tsx'
import { Delivery } from './delivery.tsx'
import { Endpoint } from './endpoint.tsx'

const shown = [
  ['all', 'Deliveries'],
  ['failed', 'Failed'],
] as const

/** The webhook endpoint and its deliveries. */
export function WebhooksPage() {
  const { show, delivery } = useSearch({ from: '/signed-in/b/$business/webhooks' })
  const navigate = useNavigate({ from: '/b/$business/webhooks' })
  return (
    <Page title="Webhooks">
      <Endpoint />
      <div className="section">
        <div className="row">
          <Segmented
            label="Which deliveries"
            options={shown}
            value={show ?? 'all'}
            onChange={(next) => void navigate({ search: { show: next === 'failed' ? 'failed' : undefined } })}
          />
        </div>
        <Deliveries status={show} key={show} />
      </div>
      {delivery && <Delivery id={delivery} onClose={() => void navigate({ search: { show } })} />}
    </Page>
  )
}
