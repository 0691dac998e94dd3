import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useBusinessId } from '../businesses/use-business.ts'
import { type Outputs, trpc } from '../trpc.ts'
import { Address } from '../ui/address.tsx'
import { Button } from '../ui/button.tsx'
import { Coin } from '../ui/coin.tsx'
import { Glyph } from '../ui/glyph.tsx'
import { Moment } from '../ui/moment.tsx'
import { assetName } from '../ui/money.ts'
import { Page } from '../ui/page.tsx'
import { EditWallet } from './edit-wallet.tsx'
import { SettingsTabs } from './settings-tabs.tsx'

type ShownWallet = Outputs['businesses']['portal']['overview']['wallets'][number]

/** Where the money of each coin goes. */
export function WalletsPage() {
  const id = useBusinessId()
  const { data } = useSuspenseQuery(trpc.businesses.portal.overview.queryOptions({ id }))
  return (
    <Page title="Settings">
      <SettingsTabs />
      <p>Payments are forwarded to these addresses as soon as they are confirmed. We hold no keys to them: check each address twice.</p>
      <ul className="card wallets">
        {data.wallets.map((wallet) => (
          <Wallet key={wallet.blockchain} wallet={wallet} businessId={id} delaySeconds={data.wallet_delay_seconds} />
        ))}
      </ul>
    </Page>
  )
}

interface WalletProps {
  readonly wallet: ShownWallet
  readonly businessId: string
  readonly delaySeconds: number
}

function Wallet({ wallet, businessId, delaySeconds }: WalletProps) {
  const [isEditing, setEditing] = useState(false)
  const { blockchain, address, in_effect } = wallet
  return (
    <li>
      <Coin asset={blockchain} size="lg" />
      <span>
        <b>{assetName(blockchain)}</b>
        <span className="state">
          <Glyph state={in_effect ? 'active' : 'draft'} />
          {in_effect ? 'Ready' : 'No wallet'}
        </span>
      </span>
      {isEditing ? (
        <div className="edit">
          <EditWallet
            asset={blockchain}
            businessId={businessId}
            current={address ?? undefined}
            delaySeconds={delaySeconds}
            onDone={() => setEditing(false)}
          />
        </div>
      ) : (
        <>
          <Where wallet={wallet} />
          <Button
            size="sm"
            onClick={() => setEditing(true)}
            aria-label={`${address ? 'Change' : 'Set'} the wallet of ${assetName(blockchain)}`}
          >
            {address ? 'Change…' : 'Set…'}
          </Button>
        </>
      )}
    </li>
  )
}

/** The address with its exceptions: it does not act yet, it is that of the chain, or it is a contract. */
function Where({ wallet: { address, in_effect, chain, waits_until, is_contract } }: { readonly wallet: ShownWallet }) {
  const shown = address ?? in_effect
  return (
    <span className="where">
      {shown ? <Address text={shown} /> : <span className="hint">Payments in this coin cannot be created.</span>}
      {!address && in_effect && <span className="hint">The wallet of {chain} is used.</span>}
      {waits_until && (
        <span className="hint">
          New payments use it from <Moment at={waits_until} /> on; until then {in_effect ? 'the old one is used' : 'there is no wallet'}.
        </span>
      )}
      {is_contract && <span className="hint">This address is a contract, which may reject money. Try a small payment first.</span>}
    </span>
  )
}
