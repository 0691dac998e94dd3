import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useBusinessId } from '../../businesses/use-business.ts'
import { type Inputs, trpc } from '../../trpc.ts'
import { Button } from '../../ui/button.tsx'
import { nextOffset, pageAt } from '../../ui/list/list-filters.ts'
import { keptFresh } from '../../ui/list/list-page.tsx'
import { List } from '../../ui/list/list.tsx'
import { LightningLayout } from '../lightning-layout.tsx'
import type { Wallet } from '../use-wallets.ts'
import { ClaimAddress } from './claim-address.tsx'
import { EnableWallet } from './enable-wallet.tsx'
import { NoWallet } from './no-wallet.tsx'
import { walletColumns } from './wallet-columns.tsx'

const REFRESH_MS = 10_000

type Open = { readonly what: 'enable' } | { readonly what: 'claim'; readonly wallet: Wallet }

/** The Lightning wallets of the business, newest first: what each has, and the address that people pay it at. */
export function LightningWalletsPage() {
  const { offset } = useSearch({ from: '/signed-in/b/$business/lightning/wallets' })
  const navigate = useNavigate({ from: '/b/$business/lightning/wallets' })
  const [open, setOpen] = useState<Open>()
  const input = { businessId: useBusinessId(), ...pageAt(offset) } as Inputs['lightning']['portal']['wallets']
  const found = useQuery(trpc.lightning.portal.wallets.queryOptions(input, keptFresh(offset, REFRESH_MS)))
  const { data: page } = found
  return (
    <LightningLayout title="Lightning wallets" actions={page && page.total > 0 && <Enable onPress={() => setOpen({ what: 'enable' })} />}>
      <List
        label="Lightning wallets"
        found={found}
        rows={page?.wallets}
        columns={walletColumns((wallet) => setOpen({ what: 'claim', wallet }))}
        none={<NoWallet />}
        meanwhile="Addresses and invoices stay payable meanwhile."
        count={page && countOf(page.total)}
        cursor={offset}
        next={page && nextOffset(page)}
        onPage={(next) => void navigate({ search: { offset: next } })}
      />
      {open && <Opened open={open} host={page?.address_host ?? ''} onClose={() => setOpen(undefined)} />}
    </LightningLayout>
  )
}

const countOf = (total: number): string => `${total} ${total === 1 ? 'wallet' : 'wallets'}`

interface OpenedProps {
  readonly open: Open
  readonly host: string
  readonly onClose: () => void
}

const Opened = ({ open, host, onClose }: OpenedProps) =>
  open.what === 'enable' ? <EnableWallet onClose={onClose} /> : <ClaimAddress wallet={open.wallet} host={host} onClose={onClose} />

const Enable = ({ onPress }: { readonly onPress: () => void }) => (
  <Button look="primary" onClick={onPress}>
    <Plus className="icon" aria-hidden="true" />
    Enable wallet…
  </Button>
)
