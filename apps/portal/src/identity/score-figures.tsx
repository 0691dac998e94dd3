import { useQuery } from '@tanstack/react-query'
import { type Inputs, type Outputs, trpc } from '../trpc.ts'
import { LoadFailed } from '../ui/empty.tsx'
import { Figures } from '../ui/facts.tsx'
import { refreshEvery } from '../ui/refresh.ts'

const REFRESH_MS = 60_000

/** What the reputation of the merchant is now. */
export function ScoreFigures({ did }: { readonly did: string }) {
  const input = { did } as Inputs['identity']['reputation']['get']
  const found = useQuery(trpc.identity.reputation.get.queryOptions(input, { refetchInterval: refreshEvery(REFRESH_MS) }))
  if (found.error && !found.data)
    return (
      <LoadFailed title="The reputation could not be loaded" error={found.error} onRetry={() => void found.refetch()}>
        Receipts go on being written meanwhile.
      </LoadFailed>
    )
  return (
    <Figures
      rows={found.data ? figuresOf(found.data) : ['Score', 'Payments and tasks', 'Disputed', 'Counterparties'].map((name) => [name, '–'])}
    />
  )
}

function figuresOf({
  score,
  total_tasks: tasks,
  reputation,
}: Outputs['identity']['reputation']['get']): Parameters<typeof Figures>[0]['rows'] {
  const { accepted_count: accepted, disputed_count: disputed, unique_buyers: counterparties } = reputation.windows.all_time
  return [
    ['Score', score.toFixed(2), 'of 100'],
    ['Payments and tasks', tasks, `${accepted} accepted`],
    ['Disputed', disputed],
    ['Counterparties', counterparties],
  ]
}
