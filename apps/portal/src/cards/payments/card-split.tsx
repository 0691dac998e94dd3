import { Ledger } from '../../ui/facts.tsx'
import { Section } from '../../ui/page.tsx'
import { formatMinor } from '../card-money.ts'
import type { CardDetail } from './card-detail.ts'

/** Where the money of a charged card payment goes: refunds, lost disputes, fee and the merchant's part are the charge, exactly. */
export function CardSplit({ detail: { payment, money, escrow } }: { readonly detail: CardDetail }) {
  if (money.captured === null) return null
  const amount = (minor: number) => formatMinor(minor, payment.currency)
  return (
    <Section title="Where the money goes">
      <div className="card card__body stack">
        <Ledger
          rows={[
            ['Refunded', amount(payment.amount_refunded)],
            ...(money.lost > 0 ? [['Lost in disputes', amount(money.lost)] as const] : []),
            [`Gateway fee, ${money.fee_bps / 100} % rounded down`, amount(payment.platform_fee_amount)],
            [merchantPart(payment), amount(payment.merchant_amount)],
          ]}
          total={['Charged', amount(money.captured)]}
        />
        {money.fee_returned > 0 && <p className="hint">{amount(money.fee_returned)} of the fee went back to you with refunds.</p>}
        {escrow !== null && money.reversed > 0 && (
          <p className="hint">{amount(money.reversed)} of what was released was taken back for refunds.</p>
        )}
      </div>
    </Section>
  )
}

function merchantPart({ escrow_mode: isEscrow, escrow_status: escrow }: CardDetail['payment']): string {
  if (!isEscrow) return 'On your account at the card processor'
  return escrow === 'released' ? 'Released to you' : 'To you when it is released'
}
