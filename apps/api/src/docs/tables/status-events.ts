import { webhookEvents } from '@gateway/contract/events'
import type { Machine } from '@gateway/domain/kernel/machine'
import { paymentMachine, type PaymentState } from '@gateway/domain/payments/machine'
import { html, type Markup, prose } from '@gateway/pages/html'
import { docTable } from '../parts/doc-table.ts'
import { stateBadge } from '../parts/state-badge.ts'
import { statusesInOrder, statusName } from './statuses.ts'

/** One change of a payment. */
interface Change {
  /** Undefined for its creation. */
  readonly from: string | undefined
  readonly to: string
  readonly events: readonly string[]
}

/** Every change of a payment that the machine knows, in the order of its table. */
function changesOf({ initial, opens, states }: Machine): Change[] {
  const transitions = Object.entries(states).flatMap(([from, inputs]) =>
    Object.values(inputs).map(({ to, emits = [] }) => ({ from, to, events: emits })),
  )
  return [{ from: undefined, to: initial, events: opens === undefined ? [] : [opens] }, ...transitions]
}

const changes = changesOf(paymentMachine)

/** The statuses that an event leaves a payment in. */
const statusesAfter = (event: string): Set<string> => new Set(changes.filter(({ events }) => events.includes(event)).map(({ to }) => to))

/** For each status the changes that lead into it, and their events; what happens in any status and leaves it is not listed. */
export const statusEventTable = (): Markup =>
  docTable({
    headings: ['Status', 'Before', 'Events'],
    rows: statusesInOrder.flatMap((status) =>
      entriesOf(status).map(({ froms, events }) => ({ cells: [statusName(status), fromNames(froms), eventLinks(events)] })),
    ),
  })

/** The ways into a status; those with the same events are one. */
function entriesOf(status: PaymentState): { froms: readonly (string | undefined)[]; events: readonly string[] }[] {
  const isSpecific = ({ from, to, events }: Change): boolean => from !== to || events.every((event) => statusesAfter(event).size === 1)
  const entering = changes.filter((change) => change.to === status && isSpecific(change))
  const groups = Map.groupBy(entering, ({ events }) => events.join(' '))
  return [...groups.values()].map((group) => ({ froms: [...new Set(group.map(({ from }) => from))], events: group[0]?.events ?? [] }))
}

const fromNames = (froms: readonly (string | undefined)[]): Markup =>
  html`${froms.map((from, at) => html`${at > 0 ? ' or ' : ''}${from === undefined ? 'not yet created' : html`<code>${from}</code>`}`)}`

const eventLinks = (events: readonly string[]): Markup =>
  events.length === 0 ? html`none of its own` : html`${events.map((event) => html`<span class="place">${eventLink(event)}</span>`)}`

/** An event that leads to its section of the reference. */
export const eventLink = (event: string): Markup => html`<a href="/docs/reference/events#${event}"><code>${event}</code></a>`

/** For each event of a payment its status afterwards, and when it is sent. */
export const eventStatusTable = (): Markup =>
  docTable({
    headings: ['Event', 'Status afterwards', 'Sent when'],
    kind: 'events',
    rows: Object.entries(webhookEvents)
      .filter(([, { subject }]) => subject === 'payment')
      .map(([name, { description }]) => ({ cells: [eventLink(name), statusAfter(name), prose(description)] })),
  })

/** One status, or none where the event changes none. */
function statusAfter(event: string): Markup {
  const after = statusesAfter(event)
  const [only] = statusesInOrder.filter((status) => after.has(status))
  return only === undefined || after.size > 1 ? html`unchanged` : stateBadge(only)
}

/** Every event: when it is sent, and whether without asking. */
export const eventTable = (): Markup =>
  docTable({
    headings: ['Event', 'Sent when', 'Delivered'],
    kind: 'events',
    rows: Object.entries(webhookEvents).map(([name, { description, delivery }]) => ({
      cells: [eventLink(name), prose(description), delivery === 'default' ? 'always' : 'when named'],
    })),
  })
