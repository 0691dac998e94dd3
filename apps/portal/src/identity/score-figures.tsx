import { useQuery } from '@tanstack/react-query'
import { type Inputs, trpc } from '../trpc.ts'
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
  const { score, total_tasks: tasks, reputation } = found.data ?? {}
  const all = reputation?.windows.all_time
  return (
    <Figures
      rows={[
        ['Score', score?.toFixed(2) ?? '–', 'of 100'],
        ['Payments and tasks', tasks ?? '–', all && `${all.accepted_count} accepted`],
        ['Disputed', all?.disputed_count ?? '–'],
        ['Counterparties', all?.unique_buyers ?? '–'],
      ]}
    />
  )
}
