import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Seconds of the last run of each test file, by path. */
export type Durations = Readonly<Record<string, number>>

const file = join(import.meta.dirname, '../.cache/test/durations.json')

/** Durations measured on this machine; empty before the first run. */
export function readDurations(): Durations {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Durations // Written below.
  } catch {
    return {}
  }
}

/** Merges the durations of a run; files outside the run keep theirs. */
export function addDurations(measured: Durations): void {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, JSON.stringify({ ...readDurations(), ...measured }, null, 2))
}
