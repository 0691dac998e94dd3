import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Seconds that each test file took when it was last run, by its path from the root. */
export type Durations = Readonly<Record<string, number>>

const file = join(import.meta.dirname, '../.cache/test/durations.json')

/** What was measured on this machine; nothing before the first run. */
export function readDurations(): Durations {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Durations // Written below.
  } catch {
    return {}
  }
}

/** Adds what a run has measured; files that it left out keep what they had. */
export function addDurations(measured: Durations): void {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, JSON.stringify({ ...readDurations(), ...measured }, null, 2))
}
