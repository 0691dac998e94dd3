import { Glyph } from '../../ui/glyph.tsx'
import { Moment } from '../../ui/moment.tsx'
import { Section } from '../../ui/page.tsx'
import type { State } from '../../ui/states.ts'
import type { LightningDetail } from './use-detail.ts'

interface Happening {
  readonly key: string
  readonly at: string
  readonly state: State
  readonly what: string
}

/** What happened to the payment, newest first. */
export function PaymentTimeline({ detail }: { readonly detail: LightningDetail }) {
  const happenings = happeningsOf(detail).toSorted((one, other) => other.at.localeCompare(one.at))
  return (
    <Section title="Timeline" aside={<span className="hint push">Your time; hover for UTC</span>}>
      <ol className="timeline">
        {happenings.map(({ key, at, state, what }) => (
          <li key={key}>
            <Glyph state={state} />
            <span className="timeline__what">{what}</span>
            <Moment at={at} isPrecise />
          </li>
        ))}
      </ol>
    </Section>
  )
}

function happeningsOf({ payment, handed_at: handed, expires_at: until }: LightningDetail): Happening[] {
  const isIncoming = payment.direction === 'incoming'
  const created: Happening = {
    key: 'created',
    at: payment.created_at,
    state: 'pending',
    what: isIncoming ? 'Invoice created' : 'Amount and fee limit reserved',
  }
  const asked: Happening[] = handed === null ? [] : [{ key: 'handed', at: handed, state: 'detected', what: 'Given to the Lightning node' }]
  return [created, ...asked, ...endOf({ payment, isIncoming, until })]
}

interface Ending extends Pick<LightningDetail, 'payment'> {
  readonly isIncoming: boolean
  readonly until: string
}

function endOf({ payment: { status, settled_at: settled }, isIncoming, until }: Ending): Happening[] {
  if (settled !== null) return [{ key: 'settled', at: settled, state: 'settled', what: isIncoming ? 'Paid' : 'Arrived' }]
  return status === 'failed' && isIncoming ? [{ key: 'expired', at: until, state: 'expired', what: 'Not paid in time' }] : []
}
