import { Section } from '../../ui/page.tsx'
import { Notice } from '../../ui/notice.tsx'
import { messageOf } from '../../ui/problem.ts'
import type { Detail } from '../payment.tsx'
import { RefundCard } from './refund-card.tsx'
import { useRefunds } from './use-refunds.ts'

/** Every refund of the payment, the newest first: what it is about, what its merchant has to do, and what has arrived. */
export function RefundList({ detail: { payment, explorer_tx: explorer } }: { readonly detail: Detail }) {
  const { data, error } = useRefunds(payment.id)
  if (error && !data)
    return (
      <Section title="Refunds">
        <Notice state="failed" fact="The refunds could not be loaded">
          {messageOf(error)} Open refunds go on being watched.
        </Notice>
      </Section>
    )
  if (!data || data.refunds.length === 0) return null
  return (
    <Section title="Refunds">
      <ul className="stack" aria-label="Refunds">
        {data.refunds.map((refund) => (
          <RefundCard key={refund.id} refund={refund} explorer={explorer} />
        ))}
      </ul>
    </Section>
  )
}
