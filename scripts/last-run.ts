import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Durations } from './durations.ts'

/** The last whole run of `npm test` on this machine: its files with their seconds, and the minutes of all. */
export interface LastRun {
  readonly minutes: number
  readonly tests: number
  /** When it ended, in the format of ISO 8601. */
  readonly endedAt: string
  readonly durations: Durations
}

const file = join(import.meta.dirname, '../.cache/test/last-run.json')

/** @throws {Error} before the first run. */
export const readLastRun = (): LastRun => JSON.parse(readFileSync(file, 'utf8')) as LastRun // Written below.

/** Replaces the run before. */
export function writeLastRun(run: LastRun): void {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, JSON.stringify(run))
}
