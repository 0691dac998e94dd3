import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { emptyState, type State } from './state.ts'

/** The state of an earlier run, or an empty one. */
export function readSnapshot(file: string): State {
  if (!existsSync(file)) return emptyState()
  // Only `writeSnapshot` writes this file.
  const stored = JSON.parse(readFileSync(file, 'utf8')) as Partial<State>
  return { ...emptyState(), ...stored }
}

/** Stores the state; a reader never sees half of it. */
export function writeSnapshot(file: string, state: State): void {
  writeFileSync(`${file}.new`, JSON.stringify(state), { mode: 0o600 })
  renameSync(`${file}.new`, file)
}
