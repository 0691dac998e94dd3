import { Facts } from '../ui/facts.tsx'
import { Moment } from '../ui/moment.tsx'
import { Section } from '../ui/page.tsx'
import { Said } from './said.tsx'
import type { Detail } from './escrow.tsx'

/** Why the escrow was disputed, and how that was decided. */
export function Dispute({ escrow }: Pick<Detail, 'escrow'>) {
  const { dispute_reason: reason, dispute_resolution: resolution, disputed_at: at } = escrow
  if (reason === null) return null
  return (
    <Section title="Dispute">
      <Facts
        rows={[
          at !== null && ['Opened', <Moment at={at} isPrecise />],
          ['Reason', <Said>{reason}</Said>, 'wide'],
          resolution !== null && ['Decision', <Said>{resolution}</Said>, 'wide'],
        ]}
      />
    </Section>
  )
}
