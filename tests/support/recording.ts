import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { RecordedRun } from './temporal.ts'

/** The folder of recorded histories, one file each. */
export const historiesFolder = join(import.meta.dirname, '../histories')

/** Stores a history that every later version of the workflow must replay; only when histories are recorded. */
export function keepRun(name: string, run: RecordedRun): void {
  if (process.env['RECORD_HISTORIES'] !== '1') return
  writeFileSync(join(historiesFolder, `${name}.json`), `${JSON.stringify(run, null, 1)}\n`)
}
