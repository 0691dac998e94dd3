import type { State } from '../../ui/states.ts'
import { type Happening, Timeline } from '../../ui/list/timeline.tsx'
import type { InvoiceDetail } from './invoice-detail.ts'

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
export const History = ({ detail }: { readonly detail: InvoiceDetail }) => <Timeline title="History" happenings={happeningsOf(detail)} />

function happeningsOf({ invoice: { created_at, viewed_at }, timeline }: InvoiceDetail): Happening[] {
  const seen: Happening[] =
    viewed_at === null ? [] : [{ key: 'viewed', at: viewed_at, state: 'detected', what: 'First looked at by the client' }]
  const told = timeline.flatMap(({ id, type, previous_status: before, created_at: at }): Happening[] => {
    const [state, what] = type === 'invoice.updated' ? updated(before) : (words[type] ?? [])
    return state && what ? [{ key: id, at, state, what }] : []
  })
  return [{ key: 'created', at: created_at, state: 'draft', what: 'Created' }, ...seen, ...told]
}
