import { assets, type AssetCode } from '@gateway/domain/money/asset'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
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

type Business = Outputs['businesses']['get']['business']

/** Where the money of each coin goes. */
export function WalletsPage() {
  const id = useBusinessId()
  const { data } = useSuspenseQuery(trpc.businesses.get.queryOptions({ id }))
  const tokens = useQuery(trpc.payments.tokens.queryOptions({ businessId: id }))
  const served = tokens.data?.tokens.filter(({ is_active }) => is_active).map(({ symbol }) => symbol as AssetCode)
  return (
    <Page title="Settings">
      <SettingsTabs />
      <p>Payments are forwarded to these addresses as soon as they are confirmed. We hold no keys to them: check each address twice.</p>
      <ul className="card wallets">
        {(served ?? []).map((asset) => (
          <Wallet key={asset} asset={asset} business={data.business} />
        ))}
      </ul>
    </Page>
  )
}

function Wallet({ asset, business }: { readonly asset: AssetCode; readonly business: Business }) {
  const [isEditing, setEditing] = useState(false)
  const { chain } = assets[asset]
  const own = business.wallet_addresses[asset]
  const inherited = own === undefined && asset !== chain ? business.wallet_addresses[chain] : undefined
  const address = own ?? inherited
  return (
    <li>
      <Coin asset={asset} size="lg" />
      <span>
        <b>{assetName(asset)}</b>
        <span className="state">
          <Glyph state={address ? 'active' : 'draft'} />
          {address ? 'Ready' : 'No wallet'}
        </span>
      </span>
      {isEditing ? (
        <div className="edit">
          <EditWallet asset={asset} businessId={business.id} current={own} onDone={() => setEditing(false)} />
        </div>
      ) : (
        <>
          <span className="where">
            {address ? <Address text={address} /> : <span className="hint">Payments in this coin cannot be created.</span>}
            {inherited && <span className="hint">The wallet of {chain} is used.</span>}
            <Notes asset={asset} business={business} />
          </span>
          <Button size="sm" onClick={() => setEditing(true)} aria-label={`${own ? 'Change' : 'Set'} the wallet of ${assetName(asset)}`}>
            {own ? 'Change…' : 'Set…'}
          </Button>
        </>
      )}
    </li>
  )
}

/** A change that does not act yet, and a wallet that is a contract. */
function Notes({ asset, business }: { readonly asset: AssetCode; readonly business: Business }) {
  const former = business.former_wallets[asset]
  const isPending = former !== undefined && new Date(former.until) > new Date()
  return (
    <>
      {isPending && (
        <span className="hint">
          New payments use it from <Moment at={former.until} /> on; until then{' '}
          {former.address === null ? 'there is no wallet' : 'the old one is used'}.
        </span>
      )}
      {business.contract_wallets.includes(asset) && (
        <span className="hint">This address is a contract, which may reject money. Try a small payment first.</span>
      )}
    </>
  )
}
