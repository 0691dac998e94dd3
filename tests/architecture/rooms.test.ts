import { describe, expect, test } from 'vitest'
import { findPaths, homeOf, importsOf, read, roomOf, rooms } from './sources.ts'

/** The files of each part of a room. */
const parts = {
  domain: (room: string) => `packages/domain/src/${room}/*.ts`,
  contract: (room: string) => `packages/contract/src/${room}.ts`,
  rows: (room: string) => `packages/db/src/${room}/*.entity.ts`,
  operations: (room: string) => `packages/operations/src/${room}/*.ts`,
  workflow: (room: string) => `packages/workflows/src/${room}/workflow.ts`,
  signals: (room: string) => `packages/workflows/src/${room}/signals.ts`,
  activityTypes: (room: string) => `packages/workflows/src/${room}/activities.ts`,
  activities: (room: string) => `apps/worker/src/${room}/activities.ts`,
  api: (room: string) => `apps/api/src/${room}/room.ts`,
  pages: (room: string) => `apps/portal/src/${room}/room.tsx`,
  stories: (room: string) => `tests/${room}/*.test.ts`,
} as const
type Part = keyof typeof parts

/** A room that has any part of `has` must have every part of `needs`. */
const together: readonly { readonly has: readonly Part[]; readonly needs: readonly Part[] }[] = [
  { has: ['domain', 'contract', 'rows', 'operations', 'workflow', 'api'], needs: ['domain', 'rows', 'operations'] },
  { has: ['contract', 'api'], needs: ['contract', 'api', 'stories'] },
  { has: ['pages'], needs: ['api'] },
  { has: ['workflow', 'signals', 'activityTypes'], needs: ['workflow', 'signals', 'activityTypes', 'activities'] },
]

/** Rooms whose rules stand before their rows and use cases. */
const begun: ReadonlySet<string> = new Set(['invoices'])

describe.each(rooms)('%s', (room) => {
  const present = new Set(Object.entries(parts).flatMap(([part, pattern]) => (findPaths(pattern(room)).length > 0 ? [part] : [])))

  test('contains every part that its other parts require', () => {
    const needed = begun.has(room) ? [] : together.flatMap(({ has, needs }) => (has.some((part) => present.has(part)) ? needs : []))
    expect([...new Set(needed)].filter((part) => !present.has(part)).map((part) => parts[part](room))).toEqual([])
  })

  test('contains a domain folder', () => {
    expect(present).toContain('domain')
  })
})

/** The list of each layer, and the manifests that it has to import: those of all rooms that have one. */
const lists: Readonly<Record<string, string>> = {
  'packages/domain/src/rooms.ts': 'packages/domain/src/*/room.ts',
  'packages/contract/src/rooms.ts': 'packages/contract/src/rooms/*.ts',
  'packages/db/src/rooms.ts': 'packages/db/src/*/room.ts',
  'packages/operations/src/rooms.ts': 'packages/operations/src/*/room.ts',
  'apps/api/src/rooms.ts': 'apps/api/src/*/room.ts',
  'apps/portal/src/rooms.ts': 'apps/portal/src/*/room.tsx',
  'tests/rooms.ts': 'tests/*/room.ts',
}

test.each(Object.entries(lists))('%s imports the manifest of every room that has one', (list, pattern) => {
  const imported = importsOf({ path: list, text: read(list) }).flatMap(({ target }) => target ?? [])
  const found = findPaths(pattern).filter(
    (path) => !path.endsWith('/kernel/room.ts') && !path.endsWith('/http/room.ts') && !path.endsWith('/shell/room.ts'),
  )
  expect(found.filter((path) => !imported.includes(path))).toEqual([])
})

test('a manifest imports no value of another room', () => {
  const manifests = Object.values(lists)
    .flatMap((pattern) => findPaths(pattern))
    .filter((path) => roomOf(path) !== undefined)
  const foreign = manifests.flatMap((path) =>
    importsOf({ path, text: read(path) }).flatMap(({ target = '', isTypeOnly }) =>
      !isTypeOnly && homeOf(target) === homeOf(path) && roomOf(target) !== undefined && roomOf(target) !== roomOf(path)
        ? [`${path} imports ${target}`]
        : [],
    ),
  )
  expect(foreign).toEqual([])
})
