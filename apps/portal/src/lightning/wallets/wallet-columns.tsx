import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Place } from '../../ui/place.tsx'
import type { Column } from '../../ui/table.tsx'
import { formatSats } from '../sats.ts'
import type { Wallet } from '../use-wallets.ts'

/** The columns of the list of wallets; one without an address has a button for it. */
export const walletColumns = (onClaim: (wallet: Wallet) => void): readonly Column<Wallet>[] => [
  {
    id: 'name',
    head: 'Wallet',
    place: 'lead',
    cell: ({ wallet_id: wallet }) => (
      <Place className="main truncate" to="/b/$business/lightning" search={{ wallet }}>
        <bdi>{wallet}</bdi>
      </Place>
    ),
  },
  { id: 'address', head: 'Lightning Address', place: 'foot', cell: (wallet) => <Address wallet={wallet} onClaim={onClaim} /> },
  {
    id: 'reserved',
    head: <span className="sr-only">Reserved</span>,
    place: 'sub-end',
    isNumber: true,
    cell: ({ reserved_sats: sats }) => (sats === 0 ? '' : `${formatSats(sats)} reserved`),
  },
  {
    id: 'available',
    head: 'Available',
    place: 'end',
    isNumber: true,
    isMain: true,
    cell: ({ available_sats: sats }) => formatSats(sats),
  },
]

function Address({ wallet, onClaim }: { readonly wallet: Wallet; readonly onClaim: (wallet: Wallet) => void }) {
  if (wallet.lightning_address === null)
    return (
      <Button size="sm" onClick={() => onClaim(wallet)} aria-label={`Claim address… for ${wallet.wallet_id}`}>
        Claim address…
      </Button>
    )
  return (
    <span className="copyable break-all">
      <bdi dir="ltr">{wallet.lightning_address}</bdi>
      <CopyButton text={wallet.lightning_address} name="Lightning Address" />
    </span>
  )
}
