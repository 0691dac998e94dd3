import { useQuery } from '@tanstack/react-query'
import { useBusinessId } from '../../businesses/use-business.ts'
import { type Outputs, trpc } from '../../trpc.ts'
import { Figures } from '../../ui/facts.tsx'
import { Section } from '../../ui/page.tsx'
import { refreshEvery } from '../../ui/refresh.ts'
import { fiat } from '../fiat.ts'

type Owed = Outputs['invoices']['portal']['ageing']['currencies'][number]

const REFRESH_MS = 30_000

/** What clients owe in each currency, by how long it is overdue. Without anything owed there is nothing to show. */
export function Ageing() {
  const businessId = useBusinessId()
  const { data } = useQuery(trpc.invoices.portal.ageing.queryOptions({ businessId }, { refetchInterval: refreshEvery(REFRESH_MS) }))
  return data?.currencies.map((owed) => <OwedIn key={owed.currency} owed={owed} />)
}

function OwedIn({ owed: { currency, total, ...ages } }: { readonly owed: Owed }) {
  return (
    <Section title={`Owed to you: ${fiat(total, currency)}`}>
      <Figures
        rows={[
          ['Not due', fiat(ages.not_due, currency)],
          ['1–30 days overdue', fiat(ages.overdue_30, currency)],
          ['31–60 days', fiat(ages.overdue_60, currency)],
          ['More than 60 days', fiat(ages.overdue_more, currency)],
        ]}
      />
    </Section>
  )
}
