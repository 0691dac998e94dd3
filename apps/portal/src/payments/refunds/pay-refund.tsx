import { Address } from '../../ui/address.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Facts } from '../../ui/facts.tsx'
import { QrCode } from '../../ui/qr-code.tsx'
import { assetName } from '../../ui/money.ts'
import { openUnitsOf, type Refund, shownUnits } from './refund.ts'

/** While something of it is to be paid: exact amount, address and QR code, and a link that opens the wallet of this device. */
export function PayRefund({ refund }: { readonly refund: Refund }) {
  const { address, payment_uri: uri, qr_text: qrText, blockchain } = refund
  if (address === null || uri === null || qrText === null) return null
  const due = shownUnits(refund, openUnitsOf(refund))
  const [amount = ''] = due.split(' ')
  return (
    <div className="pay-here">
      <QrCode text={qrText} label={`QR code: send ${due} to ${address}`} />
      <div className="stack">
        <Facts
          rows={[
            [
              'Amount',
              <span className="row num">
                {due} <CopyButton text={amount} name="amount" />
              </span>,
            ],
            ['Coin', assetName(blockchain)],
            ['Address', <Address text={address} />, 'wide'],
          ]}
        />
        <div className="row row--wrap">
          <CopyButton text={address} name="address">
            Copy address
          </CopyButton>
          <a className="btn" href={uri}>
            Open wallet
          </a>
        </div>
      </div>
    </div>
  )
}
