import { Address } from '../ui/address.tsx'
import { NamedCoin } from '../ui/coin.tsx'
import { Facts } from '../ui/facts.tsx'
import { Json } from '../ui/json.tsx'
import { Moment } from '../ui/moment.tsx'
import { formatFiat, tickerOf } from '../ui/money.ts'
import { Section } from '../ui/page.tsx'
import type { Detail } from './payment.tsx'

const resolutions: Readonly<Record<string, string>> = {
  paid: 'Paid in full',
  tolerance: 'Paid within your tolerance',
  accepted: 'Accepted as the whole amount',
}

/** The terms of the payment, where its rate came from, and what the shop has attached to it. */
export function Details({ detail: { payment, rate, late_rate } }: { readonly detail: Detail }) {
  const hasMetadata = Object.keys(payment.metadata).length > 0
  return (
    <>
      <Section title="Details">
        <Facts
          rows={[
            ['Coin', <NamedCoin asset={payment.blockchain} />],
            ['Rate', <Rate rate={rate} asset={payment.blockchain} />],
            late_rate && ['Rate of late money', <Rate rate={late_rate} asset={payment.blockchain} />],
            payment.resolution !== null && ['Outcome', resolutions[payment.resolution] ?? payment.resolution],
            ['Created', <Moment at={payment.created_at} isPrecise />],
            [
              'Window',
              <>
                until <Moment at={payment.expires_at} isPrecise />
              </>,
            ],
            ['Address', <Address text={payment.payment_address} />, 'wide'],
          ]}
        />
      </Section>
      {hasMetadata && (
        <Section title="Metadata">
          <Json value={payment.metadata} name="Metadata" />
        </Section>
      )}
    </>
  )
}

function Rate({ rate, asset }: { readonly rate: Detail['rate']; readonly asset: string }) {
  return (
    <details>
      <summary className="num">
        1 {tickerOf(asset)} = {formatFiat(rate.rate, rate.currency)}
        <span className="hint block">
          {rate.sources.length === 1 ? 'One source' : `Median of ${rate.sources.length} sources`}, {rate.spread_percent} % spread, as of{' '}
          <Moment at={rate.as_of} isPrecise />
        </span>
      </summary>
      <ul className="hint">
        {rate.sources.map(({ source, pair, price }) => (
          <li key={`${source} ${pair}`} className="num">
            {source}: {pair ?? ''} {price}
          </li>
        ))}
      </ul>
    </details>
  )
}
