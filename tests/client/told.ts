import type { Described, Outcome } from './described.ts'
import { commonRefusals } from './common-refusals.ts'
import type { Plays, Refused, StoryTable } from './story-table.ts'
import { accountStories } from './stories/accounts.ts'
import { businessStories } from './stories/businesses.ts'
import { keyStories } from './stories/keys.ts'
import { paymentStories } from './stories/payments.ts'
import { rateStories } from './stories/rates.ts'
import { recoveryStories } from './stories/recovery.ts'
import { serviceStories } from './stories/service.ts'
import { webhookStories } from './stories/webhooks.ts'
import { untold } from './untold.ts'

/** Every story there is. */
export const stories: StoryTable = {
  ...accountStories,
  ...recoveryStories,
  ...businessStories,
  ...keyStories,
  ...paymentStories,
  ...rateStories,
  ...webhookStories,
  ...serviceStories,
}

/** How an outcome is brought about: by a story of the operation itself, or the one of every operation of its shape. */
export type Telling = { readonly own: Refused } | { readonly common: (typeof commonRefusals)[string] } | { readonly plays: Plays }

/** The reason why an operation or one of its outcomes has no story. */
export const reasonFor = (operation: Described, outcome: Outcome): string | undefined =>
  untold.find(({ matches }) => matches(operation, outcome))?.because

/** The story of an outcome; undefined when there is a reason for none, or none at all. */
export function tellingOf(operation: Described, outcome: Outcome): Telling | undefined {
  const own = stories[operation.name]
  if (!own) return undefined
  const { status, code } = outcome
  const plays = status.startsWith('2') ? own.done : own.otherwise?.[status]
  if (code === undefined) return plays && { plays }
  const [refused, common] = [own.refused?.[code], commonRefusals[code]]
  if (refused) return { own: refused }
  return common && reasonFor(operation, outcome) === undefined ? { common } : undefined
}
