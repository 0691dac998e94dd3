import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { RecordedRun } from './temporal.ts'

/** Where recorded runs are kept, one file each. */
export const historiesFolder = join(import.meta.dirname, '../histories')

/** Keeps a run as the one that every later version of the workflow must be able to continue; only when runs are recorded anew. */
export function keepRun(name: string, run: RecordedRun): void {
  if (process.env['RECORD_HISTORIES'] !== '1') return
  writeFileSync(join(historiesFolder, `${name}.json`), `${JSON.stringify(run, null, 1)}\n`)
}
