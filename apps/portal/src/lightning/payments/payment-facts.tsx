import { CopyButton } from '../../ui/copy-button.tsx'
import { Facts } from '../../ui/facts.tsx'
import { Moment } from '../../ui/moment.tsx'
import { Section } from '../../ui/page.tsx'
import type { LightningDetail } from './use-detail.ts'

/** The terms of the payment, and the strings that prove it, whole. */
export function PaymentFacts({ detail }: { readonly detail: LightningDetail }) {
  const { payment, expires_at: until, is_internal: isInternal, lnurl } = detail
  return (
    <Section title="Details">
      <Facts
        rows={[
          ['Wallet', <bdi>{payment.wallet_id}</bdi>],
          lnurl && ['Asked for at', 'your Lightning Address'],
          isInternal && ['Way', 'inside this service, without a fee'],
          ['Expires', <Moment at={until} isPrecise />],
          payment.destination !== null && ['Sent to', <Whole text={payment.destination} name="destination" />, 'wide'],
          ['Payment hash', <Whole text={payment.payment_hash} name="payment hash" />, 'wide'],
          ['Preimage', <Preimage text={payment.preimage} />, 'wide'],
          payment.direction === 'incoming' &&
            payment.status !== 'pending' && ['Invoice', <Whole text={payment.payment_request} name="invoice" />, 'wide'],
        ]}
      />
    </Section>
  )
}

function Preimage({ text }: { readonly text: string | null }) {
  if (text === null) return <span className="hint">none until it is settled; it proves the payment</span>
  return <Whole text={text} name="preimage" />
}

const Whole = ({ text, name }: { readonly text: string; readonly name: string }) => (
  <span className="copyable mono break-all">
    <bdi dir="ltr">{text}</bdi>
    <CopyButton text={text} name={name} />
  </span>
)
