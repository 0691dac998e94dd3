import type { InvoiceState } from '@gateway/domain/invoices/machine'
import { condition, proxyLocalActivities, setCurrentDetails, setHandler } from '@temporalio/workflow'
import { database } from '../retry.ts'
import type { InvoiceActivities } from './activities.ts'
import { type InvoiceChanged, invoiceChanged, type InvoiceWorkflowInput } from './signals.ts'

const { passDue } = proxyLocalActivities<InvoiceActivities>(database)

/** For clocks that differ: doubled each time that nothing was due yet, up to a minute. */
const FIRST_GRACE_MS = 1_000
const LONGEST_GRACE_MS = 60_000

/**
 * Waits for what the calendar does to an invoice: its reminders, and the end of its due day. It holds no data: the row in Postgres changes first, and this run
 * learns of it by signal. Losing the run loses nothing, because a sweep looks at the rows.
 */
export async function invoice({ invoiceId, known: first }: InvoiceWorkflowInput): Promise<InvoiceState> {
  let known: InvoiceChanged = first
  const learn = (news: InvoiceChanged): void => {
    if (news.sequence < known.sequence) return
    known = news
    setCurrentDetails(`**${known.state}**${known.dueAt === null ? '' : `: due ${known.dueAt}`}`)
  }
  setHandler(invoiceChanged, learn, { description: 'the row in Postgres has changed' })
  learn(first)
  for (let asked = 0; known.dueAt !== null;) {
    const current = known
    const hasMoved = await condition(() => known !== current, untilDue(current, asked), { summary: 'until something is due' })
    if (!hasMoved) learn(await passDue({ invoiceId }))
    asked = known.dueAt === current.dueAt ? asked + 1 : 0
  }
  return known.state
}

const untilDue = ({ dueAt }: InvoiceChanged, asked: number): number =>
  Math.max(Date.parse(dueAt ?? '') - Date.now() || 0, 0) + (asked === 0 ? 0 : Math.min(LONGEST_GRACE_MS, FIRST_GRACE_MS * 2 ** asked))
