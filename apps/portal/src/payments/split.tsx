import { formatAsset } from '../ui/money.ts'
import { Ledger } from '../ui/facts.tsx'
import { Section } from '../ui/page.tsx'
import type { Detail } from './payment.tsx'

/** Where the money of a paid payment went. */
export function Split({ detail: { payment, split } }: { readonly detail: Detail }) {
  if (split.merchant_amount === null || split.fee_amount === null) return null
  return (
    <Section title="Where the money went">
      <div className="card card__body stack">
        <Ledger
          rows={[
            ['To your wallet', split.merchant_amount],
            [`Gateway fee, ${split.fee_percent} % rounded down`, split.fee_amount],
            ['Network fee', split.network_fee ?? '0'],
          ]}
          total={['Received', formatAsset(payment.amount_received, payment.blockchain)]}
        />
      </div>
    </Section>
  )
}
