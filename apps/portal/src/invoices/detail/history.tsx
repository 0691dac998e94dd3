import { Glyph } from '../../ui/glyph.tsx'
import { Moment } from '../../ui/moment.tsx'
import { Section } from '../../ui/page.tsx'
import type { State } from '../../ui/states.ts'
import type { InvoiceDetail } from './invoice-detail.ts'

interface Happening {
  readonly key: string
  readonly at: string
  readonly state: State
  readonly what: string
}

const words: Readonly<Record<string, readonly [State, string]>> = {
  'invoice.sent': ['sent', 'Sent'],
  'invoice.overdue': ['overdue', 'Overdue'],
  'invoice.paid': ['paid', 'Paid in full'],
  'invoice.credited': ['refunded', 'Credited'],
  'invoice.cancelled': ['cancelled', 'Cancelled'],
}

/** Only the undone mark leaves `paid`. */
const updated = (before: string | null): readonly [State, string] =>
  before === 'paid' ? ['pending', 'The mark as paid was undone'] : ['detected', 'Paid in part']

/** What happened to the invoice, newest first. */
export function History({ detail }: { readonly detail: InvoiceDetail }) {
  const happenings = happeningsOf(detail).toSorted((one, other) => other.at.localeCompare(one.at))
  return (
    <Section title="History" aside={<span className="hint push">Your time; hover for UTC</span>}>
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

function happeningsOf({ invoice: { created_at, viewed_at }, timeline }: InvoiceDetail): Happening[] {
  const seen: Happening[] =
    viewed_at === null ? [] : [{ key: 'viewed', at: viewed_at, state: 'detected', what: 'First looked at by the client' }]
  const told = timeline.flatMap(({ id, type, previous_status: before, created_at: at }): Happening[] => {
    const [state, what] = type === 'invoice.updated' ? updated(before) : (words[type] ?? [])
    return state && what ? [{ key: id, at, state, what }] : []
  })
  return [{ key: 'created', at: created_at, state: 'draft', what: 'Created' }, ...seen, ...told]
}
