import { Transaction } from '../ui/list/transaction.tsx'
import { NamedCoin } from '../ui/coin.tsx'
import { Facts } from '../ui/facts.tsx'
import { Json } from '../ui/json.tsx'
import { Moment } from '../ui/moment.tsx'
import { Section } from '../ui/page.tsx'
import { Place } from '../ui/place.tsx'
import type { Detail } from './escrow.tsx'
import { Party } from './party.tsx'
import { seriesOf } from './series-of.ts'

/** The terms of the escrow, its parties and transactions, and what its business has attached to it. */
export function EscrowDetails({ detail: { escrow, explorer_tx, explorer_address } }: { readonly detail: Detail }) {
  const { metadata, arbiter_address: arbiter } = escrow
  const series = seriesOf(escrow)
  return (
    <>
      <Section title="Details">
        <Facts
          rows={[
            ['Coin', <NamedCoin asset={escrow.chain} />],
            series && [
              'Series',
              <Place to="/b/$business/series/$series" params={{ series: series.id }}>
                Period {series.period}
              </Place>,
            ],
            ['Created', <Moment at={escrow.created_at} isPrecise />],
            ['Expires', <Moment at={escrow.expires_at} isPrecise />],
            escrow.funded_at !== null && ['Funded', <Moment at={escrow.funded_at} isPrecise />],
            ['Deposit', <Transaction id={escrow.deposit_tx_hash} explorer={explorer_tx} />],
            ['Settlement', <Transaction id={escrow.settlement_tx_hash} explorer={explorer_tx} />],
          ]}
        />
      </Section>
      <Section title="Addresses">
        <div className="stack">
          {escrow.depositor_address === null ? (
            <p className="hint">
              The depositor has not named an address yet.{' '}
              {escrow.escrow_address === null ? 'The escrow has none before.' : 'What goes back waits for it.'}
            </p>
          ) : (
            <Party name="Depositor" address={escrow.depositor_address} explorer={explorer_address} />
          )}
          <Party name="Beneficiary" address={escrow.beneficiary_address} explorer={explorer_address} />
          {escrow.escrow_address !== null && <Party name="Escrow" address={escrow.escrow_address} explorer={explorer_address} />}
          {arbiter !== null && (
            <Party
              name="Third party"
              address={arbiter}
              explorer={explorer_address}
              hint="Named and shown; it has no power over the money."
            />
          )}
        </div>
      </Section>
      {metadata !== null && Object.keys(metadata).length > 0 && (
        <Section title="Metadata">
          <Json value={metadata} name="Metadata" />
        </Section>
      )}
    </>
  )
}
