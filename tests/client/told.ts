import { sizes } from '../support/tier.ts'
import { type Described, described, type Outcome } from './described.ts'
import { type RefusalOfShape, refusalsByShape } from './refusals-by-shape.ts'
import type { Ground } from './ground.ts'
import { callRefused, expectRefusal, openScene, refusalOf } from './scene.ts'
import type { OperationStories, Plays, StoryTable } from './story-table.ts'
import { accountStories } from './stories/accounts.ts'
import { cardMoneyStories } from './stories/card-money.ts'
import { cardStories } from './stories/cards.ts'
import { escrowStories } from './stories/escrows.ts'
import { businessStories } from './stories/businesses.ts'
import { keyStories } from './stories/keys.ts'
import { paymentStories } from './stories/payments.ts'
import { refundStories } from './stories/refunds.ts'
import { rateStories } from './stories/rates.ts'
import { recoveryStories } from './stories/recovery.ts'
import { healthStories } from './stories/health.ts'
import { webhookStories } from './stories/webhooks.ts'
import { rooms } from '../rooms.ts'
import { untold } from './untold.ts'

/** All stories. */
export const stories: StoryTable = {
  ...accountStories,
  ...recoveryStories,
  ...businessStories,
  ...keyStories,
  ...paymentStories,
  ...refundStories,
  ...escrowStories,
  ...cardStories,
  ...cardMoneyStories,
  ...rateStories,
  ...webhookStories,
  ...healthStories,
  ...Object.assign({}, ...rooms.map(({ stories: own }) => own)),
}

/** A story under its title. */
export interface Told {
  readonly title: string
  readonly play: (ground: Ground) => Promise<void>
}

/** The reason why an operation or one of its outcomes has no story. */
export const reasonFor = (operation: Described, outcome: Outcome): string | undefined =>
  untold.find(({ matches }) => matches(operation, outcome))?.because

/** The stories of an outcome, if any. */
export function toldOf(operation: Described, outcome: Outcome): readonly Told[] {
  const { status, code } = outcome
  const own = stories[operation.name]
  if (!own) return []
  if (code === undefined) return titled(status.startsWith('2') ? own.done : own.otherwise?.[status])
  const refusal = ownRefusal(own, code) ?? refusalOfShape(operation, outcome)
  return refusal ? [{ title: `${code} ${refusal.when}`, play: refusing(operation, outcome, refusal) }] : []
}

function ownRefusal({ refused }: OperationStories, code: string): RefusalOfShape | undefined {
  const own = refused?.[code]
  return own && { when: own.when, provoke: (scene) => callRefused(scene, own) }
}

const refusalOfShape = (operation: Described, outcome: Outcome): RefusalOfShape | undefined =>
  reasonFor(operation, outcome) === undefined ? refusalsByShape[outcome.code ?? ''] : undefined

/** The stories of an operation that are played, by status. */
export const groupsOf = (operation: Described): readonly { readonly status: string; readonly told: readonly Told[] }[] =>
  [...Map.groupBy(operation.outcomes, ({ status }) => status)]
    .map(([status, outcomes]) => [status, outcomes.filter((outcome) => isPlayed(operation, outcome))] as const)
    .map(([status, outcomes]) => ({ status, told: outcomes.flatMap((outcome) => toldOf(operation, outcome)) }))
    .filter(({ told }) => told.length > 0)

const titled = (plays: Plays = {}): Told[] => Object.entries(plays).map(([title, play]) => ({ title, play }))

const refusing =
  (operation: Described, outcome: Outcome, { provoke }: RefusalOfShape): Told['play'] =>
  async (ground) => {
    const scene = await openScene(ground, operation, stories[operation.name]?.usual)
    expectRefusal(ground, await refusalOf(provoke(scene)), outcome)
  }

const shapeOf = ({ opensTo, takes, idCount }: Described, { code }: Outcome): string => [code, opensTo, takes, idCount > 0].join(' ')

/** Of each shape the operation for which a change plays its refusal; tests in one process play it for every operation. */
const representatives = new Map(
  described
    .filter(({ name }) => name in stories)
    .toReversed()
    .flatMap((operation) =>
      operation.outcomes
        .filter((outcome) => toldOf(operation, outcome).length > 0)
        .map((outcome) => [shapeOf(operation, outcome), operation.name] as const),
    ),
)

function isPlayed(operation: Described, outcome: Outcome): boolean {
  const isOwn = outcome.code === undefined || stories[operation.name]?.refused?.[outcome.code] !== undefined
  return isOwn || sizes.everyRefusal || representatives.get(shapeOf(operation, outcome)) === operation.name
}
