import type { Outputs } from '../trpc.ts'
import { Ledger } from '../ui/facts.tsx'
import { Section } from '../ui/page.tsx'

const percent = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 1 })

/** How the payments of the period ended. */
export function Outcomes({ totals: { success_rate, created, paid } }: { readonly totals: Outputs['payments']['portal']['totals'] }) {
  return (
    <Section title="Payments">
      <Ledger
        rows={[
          ['Created', created],
          ['Paid', paid],
          ['Completion rate', <b>{success_rate === null ? '–' : percent.format(success_rate)}</b>],
        ]}
      />
    </Section>
  )
}
