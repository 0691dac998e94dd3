import { networkOf } from '@gateway/pages/payments/asset-words'
import { Address } from '../ui/address.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { Facts } from '../ui/facts.tsx'
import { Moment } from '../ui/moment.tsx'
import { formatAsset } from '../ui/money.ts'
import { Section } from '../ui/page.tsx'
import { QrCode } from '../ui/qr-code.tsx'
import type { Detail } from './escrow.tsx'

/** While money is missing: where the depositor sends it. */
export function PayInHere({ detail: { escrow, amounts } }: { readonly detail: Detail }) {
  const { escrow_address: address } = escrow
  if (escrow.status !== 'created' || amounts.missing === '0' || address === null) return null
  const missing = formatAsset(amounts.missing, escrow.chain)
  return (
    <Section title="How the depositor pays in">
      <div className="card card__body pay-here">
        <QrCode text={address} label={`QR code of the address ${address}`} />
        <div className="stack">
          <Facts
            rows={[
              [
                'Amount',
                <span className="row num">
                  {missing} <CopyButton text={amounts.missing} name="amount" />
                </span>,
              ],
              ['Network', networkOf(escrow.chain)],
              ['Address', <Address text={address} />, 'wide'],
              ['Until', <Moment at={escrow.expires_at} />],
            ]}
          />
          <div className="row row--wrap">
            <CopyButton text={address} name="address">
              Copy address
            </CopyButton>
          </div>
        </div>
      </div>
    </Section>
  )
}
