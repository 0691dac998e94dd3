import { useQuery } from '@tanstack/react-query'
import { planNames } from '../businesses/plans.ts'
import { useBusinessId } from '../businesses/use-business.ts'
import { trpc } from '../trpc.ts'
import { Meter } from '../ui/meter.tsx'
import { Section } from '../ui/page.tsx'

const count = new Intl.NumberFormat('en')
const month = new Intl.DateTimeFormat('en-GB', { month: 'long', timeZone: 'UTC' })

/** The plan with its fee, and how much of its month is used. */
export function PlanAndUsage() {
  const id = useBusinessId()
  const { data } = useQuery(trpc.businesses.portal.overview.queryOptions({ id }))
  if (!data) return null
  const { usage, plan, usage_period } = data
  return (
    <Section title={`Usage in ${month.format(new Date(`${usage_period}-01T00:00:00Z`))}`}>
      {usage.limit === null ? (
        <p>{count.format(usage.current)} payments. The plan has no limit.</p>
      ) : (
        <Meter
          part={usage.current}
          whole={usage.limit}
          text={`${count.format(usage.current)} of ${count.format(usage.limit)} payments`}
          rest={`${count.format(Math.max(0, usage.limit - usage.current))} left`}
        />
      )}
      <p className="hint">
        {planNames[plan.code]} plan: {plan.fee_percent} % of each payment. Usage counts from 0 on the first day of a month, UTC; at the
        limit new payments are refused. The operator sets the plan.
      </p>
    </Section>
  )
}
