import { eventNames, webhookEvents } from '@gateway/contract/events'

const ALL = '*'

/** The events that are delivered only when they are asked for. */
export const furtherEvents = eventNames.filter((name) => webhookEvents[name].delivery !== 'default')

/** True when every event is delivered, also one that is added later. */
export const hasAllEvents = (events: readonly string[]): boolean => events.includes(ALL)

/** The events after the box of one was changed; `*` is all. Without all of them those that there are now stay chosen by their names. */
export function changedEvents(events: readonly string[], name: string, isTicked: boolean): readonly string[] {
  if (name === ALL) return isTicked ? [ALL] : furtherEvents
  const named: readonly string[] = hasAllEvents(events) ? furtherEvents : events
  return isTicked ? [...named, name] : named.filter((other) => other !== name)
}
