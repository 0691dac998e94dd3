import { Address } from '../ui/address.tsx'
import { NamedCoin } from '../ui/coin.tsx'
import { Facts } from '../ui/facts.tsx'
import { Moment } from '../ui/moment.tsx'
import { Section } from '../ui/page.tsx'
import type { Series } from './series-columns.tsx'

/** The terms of the series: its customer, its coin, and where money goes. */
export function SeriesDetails({ series, timeZone }: { readonly series: Series; readonly timeZone: string | undefined }) {
  return (
    <Section title="Details">
      <Facts
        rows={[
          ['Customer', <span className="break-words">{series.customer_email}</span>],
          ['Coin', <NamedCoin asset={series.coin} />],
          ['Ends', series.max_periods === null ? 'When you cancel it' : `After ${series.max_periods} escrows`],
          ['Created', <Moment at={series.created_at} isPrecise />],
          timeZone !== undefined && ['Time zone', timeZone],
          [
            'Customer’s address',
            series.depositor_address === null ? 'named with each escrow' : <Address text={series.depositor_address} />,
            'wide',
          ],
          ['Your address', <Address text={series.beneficiary_address} />, 'wide'],
        ]}
      />
    </Section>
  )
}
