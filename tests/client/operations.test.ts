import { servedDescription } from '@gateway/api/openapi'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { description, described } from './described.ts'
import { type Ground, openGround } from './ground.ts'
import { groupsOf, reasonFor, stories, toldOf } from './told.ts'
import { untold } from './untold.ts'

let ground: Ground
beforeAll(async () => void (ground = await openGround()))
afterAll(() => ground?.close())

const everyOutcome = described.flatMap((operation) =>
  operation.outcomes.map((outcome) => ({ operation, outcome, told: toldOf(operation, outcome) })),
)

describe('the client stories', () => {
  test('every documented outcome has a story or a listed reason', () => {
    const missing = everyOutcome.filter(({ operation, outcome, told }) => told.length === 0 && !reasonFor(operation, outcome))
    expect(missing.map(({ operation, outcome: { status, code } }) => [operation.name, status, code])).toEqual([])
  })

  test('every story is about a documented outcome', () => {
    const named = new Set(everyOutcome.map(({ operation, outcome: { status, code } }) => `${operation.name} ${code ?? status}`))
    const told = Object.entries(stories).flatMap(([name, { refused = {}, otherwise = {} }]) =>
      [...Object.keys(refused), ...Object.keys(otherwise)].map((outcome) => `${name} ${outcome}`),
    )
    expect(told.filter((story) => !named.has(story))).toEqual([])
    expect(Object.keys(stories).filter((name) => !described.some((operation) => operation.name === name))).toEqual([])
  })

  test('every listed reason explains a missing story', () => {
    const left = everyOutcome.filter(({ told }) => told.length === 0)
    const idle = untold.filter(({ matches }) => !left.some(({ operation, outcome }) => matches(operation, outcome)))
    expect(idle.map(({ because }) => because)).toEqual([])
  })

  test('the API serves the description that the stories follow', async () => {
    const served = (await (await fetch(`${ground.story.gateway.api}/openapi.json`)).json()) as object
    expect({ ...served, servers: [] }).toEqual({ ...servedDescription(description), servers: [] })
  })
})

describe.each(described.filter(({ name }) => name in stories))('$name', (operation) => {
  describe.each(groupsOf(operation))('$status', ({ told }) => {
    test.each(told.map(({ title, play }) => [title, play] as const))('%s', async (_title, play) => {
      expect.hasAssertions()
      await play(ground)
    })
  })
})
