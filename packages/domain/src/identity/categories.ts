/** A component of the trust vector that a category gives points to. */
export type CategoryGroup = 'economic' | 'productivity' | 'social' | 'identity' | 'compliance'

/**
 * Base weights of the action categories: the points of one receipt before decay, value and rank.
 * Published; a change of a number changes every score.
 */
export const baseWeights = {
  'economic.transaction': 10,
  'economic.dispute': -12,
  'economic.refund': 0,
  'productivity.task': 1,
  'productivity.application': 1,
  'productivity.completion': 5,
  'identity.profile_update': 0.5,
  'identity.verification': 3,
  'social.post': 0.05,
  'social.comment': 0.02,
  'social.endorsement': 0.1,
  'compliance.incident': -5,
  'compliance.violation': -20,
} as const satisfies Readonly<Record<`${CategoryGroup}.${string}`, number>>

/** What a receipt is about. */
export type ActionCategory = keyof typeof baseWeights

/** Every category. */
export const actionCategories = Object.keys(baseWeights) as readonly ActionCategory[]

/** The base weight of a dispute at a card processor, in place of that of its category. */
export const PROCESSOR_DISPUTE_WEIGHT = -50

/** The category of a task receipt. */
export const TASK_CATEGORY = 'productivity.completion' satisfies ActionCategory

/** The group of a category: what stands before its dot. */
export const groupOf = (category: ActionCategory): CategoryGroup =>
  // Every category is spelled `group.word`, which the table proves.
  category.slice(0, category.indexOf('.')) as CategoryGroup

/** Categories that count only where the service itself wrote the receipt: what it has seen, or operators have decided. */
export const isServiceOnly = (category: ActionCategory): boolean =>
  category === 'economic.dispute' || ['identity', 'compliance'].includes(groupOf(category))
