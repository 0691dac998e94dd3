import { Facts } from '../../ui/facts.tsx'
import { Json } from '../../ui/json.tsx'
import { Moment } from '../../ui/moment.tsx'
import { Section } from '../../ui/page.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import type { CardDetail } from './card-detail.ts'

/** The terms of the card payment, what it is called at the processor, and what the shop has attached to it. */
export function CardFacts({ detail }: { readonly detail: CardDetail }) {
  const { payment, captured_at: captured, charge_id: charge, processor_account_id: account } = detail
  return (
    <>
      <Section title="Details">
        <Facts
          rows={[
            ['Kind', payment.escrow_mode ? 'In escrow' : 'Direct, on your account'],
            ['Created', <Moment at={payment.created_at} isPrecise />],
            captured !== null && ['Charged', <Moment at={captured} isPrecise />],
            ['Checkout session', <ProcessorId id={payment.checkout_session_id} />, 'wide'],
            ['Payment intent', <ProcessorId id={payment.payment_intent_id} />, 'wide'],
            ['Charge', <ProcessorId id={charge} />, 'wide'],
            ['Your account', <ProcessorId id={account} />, 'wide'],
          ]}
        />
      </Section>
      {Object.keys(payment.metadata).length > 0 && (
        <Section title="Metadata">
          <Json value={payment.metadata} name="Metadata" />
        </Section>
      )}
    </>
  )
}

/** An id at the processor, whole. */
export function ProcessorId({ id }: { readonly id: string | null }) {
  if (id === null) return <span className="hint">none yet</span>
  return (
    <span className="copyable mono break-all">
      {id}
      <CopyButton text={id} name="ID" />
    </span>
  )
}
