import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Download } from 'lucide-react'
import { useBusinessId } from '../../businesses/use-business.ts'
import { trpc } from '../../trpc.ts'
import { LinkButton, OutsideLink } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { countOf } from '../../ui/list/count-of.ts'
import { keptFresh } from '../../ui/list/list-page.tsx'
import { List } from '../../ui/list/list.tsx'
import { lightningExportAddress, lightningFilterInput, type LightningFilters } from '../filters.ts'
import { LightningLayout } from '../lightning-layout.tsx'
import { useWallets } from '../use-wallets.ts'
import { NoWallet } from '../wallets/no-wallet.tsx'
import { useWalletChoice } from '../wallets/use-wallet-choice.ts'
import { BalanceFigures } from './balance-figures.tsx'
import { lightningColumns } from './payment-columns.tsx'
import { PaymentFilterBar } from './payment-filter-bar.tsx'
import { ReceiveAndSend } from './receive-and-send.tsx'

const REFRESH_MS = 10_000

/** What the Lightning wallets of the business have, and every payment, newest first, narrowed by the filters in the address. */
export function LightningPage() {
  const business = useBusinessId()
  const { data } = useWallets()
  const filters = useSearch({ from: '/signed-in/b/$business/lightning' })
  if (data?.total === 0)
    return (
      <LightningLayout title="Lightning">
        <NoWallet />
      </LightningLayout>
    )
  return (
    <LightningLayout title="Lightning" actions={<Actions filters={filters} />} filters={<PaymentFilterBar wallets={data?.wallets ?? []} />}>
      {data && <BalanceFigures business={business} wallet={filters.wallet} />}
      <Payments filters={filters} />
    </LightningLayout>
  )
}

function Actions({ filters }: { readonly filters: LightningFilters }) {
  const business = useBusinessId()
  const choice = useWalletChoice(filters.wallet)
  return (
    <>
      <OutsideLink href={lightningExportAddress(business, filters)}>
        <Download className="icon" aria-hidden="true" />
        Export CSV
      </OutsideLink>
      {choice && <ReceiveAndSend choice={choice} />}
    </>
  )
}

function Payments({ filters }: { readonly filters: LightningFilters }) {
  const business = useBusinessId()
  const navigate = useNavigate({ from: '/b/$business/lightning' })
  const { cursor } = filters
  const input = { ...lightningFilterInput(business, filters), ...(cursor && { cursor }) }
  const found = useQuery(trpc.lightning.portal.list.queryOptions(input, keptFresh(cursor, REFRESH_MS)))
  const { data: page } = found
  return (
    <List
      label="Lightning payments"
      found={found}
      rows={page?.payments}
      columns={lightningColumns}
      none={<None isNarrowed={Object.values(filters).some(Boolean)} />}
      meanwhile="Invoices stay payable, and pending sends are asked about, meanwhile."
      count={page && countOf(page, ['payment', 'payments'])}
      cursor={cursor}
      next={page?.next_cursor}
      onPage={(next) => void navigate({ search: (old) => ({ ...old, cursor: next }) })}
    />
  )
}

const None = ({ isNarrowed }: { readonly isNarrowed: boolean }) =>
  isNarrowed ? (
    <Empty title="No Lightning payment matches" actions={<LinkButton to="/b/$business/lightning">Show all payments</LinkButton>}>
      Take a filter away, or search for another description, hash or ID.
    </Empty>
  ) : (
    <Empty title="No Lightning payment yet">
      Receive shows an invoice as a QR code that any Lightning wallet can pay. What is sent and received is listed here.
    </Empty>
  )
