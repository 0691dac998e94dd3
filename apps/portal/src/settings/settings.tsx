import { useSuspenseQuery } from '@tanstack/react-query'
import { useBusinessId } from '../businesses/use-business.ts'
import { trpc } from '../trpc.ts'
import { Page } from '../ui/page.tsx'
import { BusinessForm } from './business-form.tsx'
import { PlanAndUsage } from './plan-and-usage.tsx'
import { SettingsTabs } from './settings-tabs.tsx'

/** The settings of the business: what customers see, how payments are priced and judged, and the plan. */
export function SettingsPage() {
  const id = useBusinessId()
  const { data } = useSuspenseQuery(trpc.businesses.get.queryOptions({ id }))
  return (
    <Page title="Settings">
      <SettingsTabs />
      <div className="cols">
        <div>
          <BusinessForm key={data.business.updated_at} business={data.business} />
        </div>
        <div>
          <PlanAndUsage />
        </div>
      </div>
    </Page>
  )
}
