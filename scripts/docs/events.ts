import { webhookEvents } from '@gateway/contract/events'
import { findMachines, transitionsOf } from './machines.ts'
import { code, page, table } from './markdown.ts'

const deliveries = { default: 'always', 'opt-in': 'on subscription' } as const

/** Every event with its source and its delivery. */
export async function eventsDocument(): Promise<string> {
  const announcers = await announcersByEvent()
  const rows = Object.entries(webhookEvents).map(([name, row]) => [
    code(name),
    row.description,
    deliveries[row.delivery],
    row.subject,
    (announcers.get(name) ?? ['the operation itself']).join('<br>'),
    row.since,
  ])
  return page(
    'Events and webhooks',
    'An event is written in the transaction of its change. "on subscription" means: only to endpoints that name the event, or `*`.',
    table(['event', 'when', 'delivered', '`data` holds the', 'emitted by', 'since'], rows),
  )
}

async function announcersByEvent(): Promise<Map<string, string[]>> {
  const announcers = new Map<string, string[]>()
  const add = (event: string, by: string): void => void announcers.set(event, [...(announcers.get(event) ?? []), by])
  for (const { room, machine } of await findMachines()) {
    if (machine.opens) add(machine.opens, `${room}: creation`)
    for (const { from, input, emits } of transitionsOf(machine)) for (const event of emits) add(event, `${room}: ${from}, ${input}`)
  }
  return announcers
}
