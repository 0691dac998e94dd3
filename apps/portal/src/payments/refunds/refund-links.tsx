import { Moment } from '../../ui/moment.tsx'
import { OneTimeSecrets } from '../../ui/secret.tsx'
import { type Refund, shownAmount } from './refund.ts'

/** A refund as the answer that creates its links has it. */
type Started = Pick<Refund, 'refund_url' | 'pay_url' | 'address' | 'amount_crypto' | 'blockchain' | 'expires_at'>

/** Shows the links of a refund once: that of the payer, and that of the person who pays it. */
export function RefundLinks({ refund, onDone }: { readonly refund: Started; readonly onDone: () => void }) {
  const { refund_url: payer, pay_url: pay, address, expires_at: end } = refund
  const secrets = [
    ...(payer === null ? [] : [{ name: 'Link for your customer', secret: payer }]),
    ...(pay === null ? [] : [{ name: 'Link to pay it', secret: pay }]),
  ]
  const isNamed = address !== null
  return (
    <OneTimeSecrets title={isNamed ? 'The refund is started' : 'Send this link to your customer'} secrets={secrets} onDone={onDone}>
      <p>
        {isNamed
          ? 'Pay it from this page, or give the second link to whoever pays it.'
          : `Any holder of the first link can name the address that ${shownAmount(refund)} goes to, once. The second link is for the person who pays it.`}{' '}
        Both end <Moment at={end} />, and are shown only now.
      </p>
    </OneTimeSecrets>
  )
}
