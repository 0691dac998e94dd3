import { CopyButton } from '../../ui/copy-button.tsx'
import { Section } from '../../ui/page.tsx'
import { QrCode } from '../../ui/qr-code.tsx'
import { formatMsat } from '../sats.ts'
import type { LightningDetail } from './use-detail.ts'

/** While an invoice waits: what the payer needs, as a QR code and as text. */
export function ScanToPay({ detail: { payment } }: { readonly detail: LightningDetail }) {
  if (payment.direction !== 'incoming' || payment.status !== 'pending') return null
  const { payment_request: request } = payment
  return (
    <Section title="How the payer pays">
      <div className="card card__body pay-here">
        <QrCode text={invoiceUri(request)} label={`QR code: Lightning invoice of ${formatMsat(payment.amount_msat)}`} />
        <div className="stack">
          <p>Scan it with any Lightning wallet, or paste the invoice there.</p>
          <bdi className="mono break-all small" dir="ltr">
            {request}
          </bdi>
          <div className="row row--wrap">
            <CopyButton text={request} name="invoice" look="primary">
              Copy invoice
            </CopyButton>
          </div>
        </div>
      </div>
    </Section>
  )
}

/** Only the invoice is in upper case, which a QR code draws with fewer modules: some wallets read keys in lower case alone. */
const invoiceUri = (request: string): string => `lightning:${request.toUpperCase()}`
