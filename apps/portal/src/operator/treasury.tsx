import { useQuery } from '@tanstack/react-query'
import { type Outputs, trpc } from '../trpc.ts'
import { Address } from '../ui/address.tsx'
import { Badge } from '../ui/badge.tsx'
import { LoadFailed } from '../ui/empty.tsx'
import { Facts } from '../ui/facts.tsx'
import { formatAsset } from '../ui/money.ts'
import { Page, Section } from '../ui/page.tsx'

type Chain = Outputs['operator']['treasury']['chains'][number]

const REFRESH_MS = 10_000

/** The platform's own coins of each chain, the marks of its gas payer, and the free deposit addresses. */
export function TreasuryPage() {
  const found = useQuery(trpc.operator.treasury.queryOptions(undefined, { refetchInterval: REFRESH_MS }))
  if (found.error && !found.data)
    return <LoadFailed title="The treasury could not be loaded" error={found.error} onRetry={() => void found.refetch()} />
  return (
    <Page title="Treasury">
      {found.data?.chains.map((chain) => (
        <Section key={chain.chain} title={chain.chain} aside={<Level chain={chain} />}>
          <Facts
            rows={[
              ['Balance', chain.balances.map(({ amount, blockchain }) => formatAsset(amount, blockchain)).join(', ') || 'none'],
              chain.gas && ['Low mark', formatAsset(chain.gas.low_mark, chain.chain)],
              chain.gas && ['High mark', formatAsset(chain.gas.high_mark, chain.chain)],
              chain.gas && ['Signed and not mined', `${formatAsset(chain.gas.needed, chain.chain)} at most`],
              chain.pool && ['Free addresses', `${chain.pool.free}; low below ${chain.pool.low_mark}`],
              ...chain.addresses.map((address) => ['Address', <Address key={address} text={address} />, 'wide'] as const),
            ]}
          />
        </Section>
      ))}
    </Page>
  )
}

function Level({ chain: { gas, pool } }: { readonly chain: Chain }) {
  if (gas?.low) return <Badge state="held">Gas is low: fund the gas payer</Badge>
  if (pool?.low) return <Badge state="held">Addresses run low: is the signer running?</Badge>
  if (gas?.high) return <Badge state="overpaid">More than the gas payer should hold</Badge>
  return <Badge state="active">Enough</Badge>
}
