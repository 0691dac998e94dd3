import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { description, described, type Described, type Outcome } from './described.ts'
import { type Ground, openGround } from './ground.ts'
import { callRefused, expectRefusal, openScene, refusalOf } from './scene.ts'
import { reasonFor, stories, tellingOf } from './told.ts'
import { untold } from './untold.ts'

vi.setConfig({ testTimeout: 60_000 })

let ground: Ground
beforeAll(async () => void (ground = await openGround()))
afterAll(() => ground?.close())

const everyOutcome = described.flatMap((operation) => operation.outcomes.map((outcome) => ({ operation, outcome })))
const nameOf = ({ operation, outcome: { status, code = '' } }: (typeof everyOutcome)[number]) =>
  `${operation.name} ${status} ${code}`.trim()

describe('the stories', () => {
  test('are about every outcome that the API description names, but for those with a reason', () => {
    const missing = everyOutcome.filter(({ operation, outcome }) => !tellingOf(operation, outcome) && !reasonFor(operation, outcome))
    expect(missing.map(nameOf)).toEqual([])
  })

  test('are about nothing that it does not name', () => {
    const named = new Set(everyOutcome.map(({ operation, outcome }) => `${operation.name} ${outcome.code ?? ''}`))
    const told = Object.entries(stories).flatMap(([name, { refused = {} }]) =>
      ['', ...Object.keys(refused)].map((code) => `${name} ${code}`),
    )
    expect(told.filter((story) => !named.has(story))).toEqual([])
  })

  test('are left out for no reason that nothing needs', () => {
    const left = everyOutcome.filter(({ operation, outcome }) => !tellingOf(operation, outcome))
    const idle = untold.filter(({ matches }) => !left.some(({ operation, outcome }) => matches(operation, outcome)))
    expect(idle.map(({ because }) => because)).toEqual([])
  })

  test('are those of the description that is served', async () => {
    const served = (await (await fetch(`${ground.story.gateway.api}/openapi.json`)).json()) as object
    expect({ ...served, servers: [] }).toEqual({ ...description, servers: [] })
  })
})

/** Statuses of an operation with stories, each with its outcomes. */
const groupsOf = (operation: Described) =>
  Map.groupBy(
    operation.outcomes.filter((outcome) => tellingOf(operation, outcome)),
    ({ status }) => status,
  )

for (const operation of described) {
  if (!(operation.name in stories)) continue
  describe(operation.name, () => {
    for (const [status, outcomes] of groupsOf(operation)) describe(status, () => outcomes.forEach((outcome) => tell(operation, outcome)))
  })
}

function tell(operation: Described, outcome: Outcome): void {
  const telling = tellingOf(operation, outcome)
  if (!telling) return
  if ('plays' in telling) return Object.entries(telling.plays).forEach(([title, play]) => test(title, () => play(ground)))
  const { when } = 'own' in telling ? telling.own : telling.common
  test(`${outcome.code} ${when}`, async () => {
    const scene = await openScene(ground, operation, stories[operation.name]?.usual)
    const provoked = 'own' in telling ? callRefused(scene, telling.own) : telling.common.provoke(scene)
    expectRefusal(ground, await refusalOf(provoked), outcome)
  })
}
