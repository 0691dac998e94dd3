import { describe, expect, test } from 'vitest'
import { findPaths, rooms } from './sources.ts'

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
  router: (room: string) => `apps/api/src/${room}/router.ts`,
  stories: (room: string) => `tests/${room}/*.test.ts`,
} as const
type Part = keyof typeof parts

/** A room that has any part of `has` must have every part of `needs`. */
const together: readonly { readonly has: readonly Part[]; readonly needs: readonly Part[] }[] = [
  { has: ['domain', 'contract', 'rows', 'operations', 'workflow', 'router'], needs: ['domain', 'rows', 'operations'] },
  { has: ['contract', 'router'], needs: ['contract', 'router', 'stories'] },
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
