import { useQuery } from '@tanstack/react-query'
import { type Inputs, trpc } from '../../trpc.ts'
import { Figures } from '../../ui/facts.tsx'
import { refreshEvery } from '../../ui/refresh.ts'
import { formatSats } from '../sats.ts'

const REFRESH_MS = 10_000

interface BalanceFiguresProps {
  readonly business: string
  /** Only this one; undefined for all. */
  readonly wallet: string | undefined
}

/** What the wallets have together: what they can spend now beside what is set aside for sends without an end. */
export function BalanceFigures({ business, wallet }: BalanceFiguresProps) {
  const input = { businessId: business, ...(wallet && { walletId: wallet }) } as Inputs['lightning']['portal']['balance']
  const { data } = useQuery(trpc.lightning.portal.balance.queryOptions(input, { refetchInterval: refreshEvery(REFRESH_MS) }))
  if (!data) return null
  const { available_sats: available, reserved_sats: reserved, balance_sats: balance } = data
  return (
    <Figures
      rows={[
        ['Available', formatSats(available)],
        ['Reserved', formatSats(reserved), reserved === 0 ? undefined : 'for sends that are pending'],
        ['Balance', formatSats(balance), 'available and reserved'],
      ]}
    />
  )
}
