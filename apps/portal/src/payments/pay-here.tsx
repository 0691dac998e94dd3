import { Address } from '../ui/address.tsx'
import { DownloadLink } from '../ui/button.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { Facts } from '../ui/facts.tsx'
import { Moment } from '../ui/moment.tsx'
import { formatAsset } from '../ui/money.ts'
import { Section } from '../ui/page.tsx'
import { QrCode } from '../ui/qr-code.tsx'
import type { Detail } from './payment.tsx'

/** While a payment waits: what the customer needs, as a QR code, as text, and as a link to send. */
export function PayHere({ payment }: { readonly payment: Detail['payment'] }) {
  if (payment.status !== 'pending') return null
  const due = formatAsset(payment.amount_due, payment.blockchain)
  return (
    <Section title="How your customer pays">
      <div className="card card__body pay-here">
        <QrCode text={payment.payment_uri} label={`QR code: send ${due} to ${payment.payment_address}`} />
        <div className="stack">
          <Facts
            rows={[
              [
                'Amount',
                <span className="row num">
                  {due} <CopyButton text={payment.amount_due} name="amount" />
                </span>,
              ],
              ['Address', <Address text={payment.payment_address} />, 'wide'],
              ['Until', <Moment at={payment.expires_at} />],
            ]}
          />
          <div className="row row--wrap">
            <CopyButton text={payment.checkout_url} name="checkout link" look="primary">
              Copy checkout link
            </CopyButton>
            <CopyButton text={payment.payment_address} name="address" look="ghost">
              Copy address
            </CopyButton>
            {payment.qr_code && (
              <DownloadLink href={payment.qr_code} file={`payment-${payment.id}.png`} look="ghost">
                Download QR
              </DownloadLink>
            )}
          </div>
        </div>
      </div>
    </Section>
  )
}
