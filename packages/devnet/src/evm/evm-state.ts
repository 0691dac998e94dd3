import { closeSync, constants, copyFileSync, existsSync, fstatSync, openSync, readFileSync, readSync, renameSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Log } from '../processes/running.ts'

/** The ending of a complete anvil state file. */
const ENDING = ',"historical_states":null}'
const EVERY_MS = 1_000

/**
 * Selects the state to continue with, and returns the path that anvil reads at the start and rewrites every second.
 * anvil writes in place: a kill -9 at that moment leaves half a file, with which it would not start. Then the last complete copy replaces
 * it, a second or two older: for a watcher that is a small reorg.
 */
export function pickEvmState(folder: string, log: Log): string {
  const { state, kept } = paths(folder)
  if (!existsSync(state) || isWhole(state)) return state
  renameSync(state, `${state}.broken`)
  if (!existsSync(kept)) return state
  log('anvil: the state was cut off while being written; continuing with an earlier copy')
  copyFileSync(kept, state)
  return state
}

/** Copies the state whenever it has changed and is complete; returns a function that stops copying. */
export function keepEvmState(folder: string): () => void {
  let copied = 0
  const timer = setInterval(() => {
    const { state, kept } = paths(folder)
    const changed = changedAt(state)
    if (changed !== copied && copyWhole(state, kept)) copied = changed
  }, EVERY_MS)
  timer.unref()
  return () => clearInterval(timer)
}

/** Height of the newest block that survives a kill -9: it is in the copy, and in the copied file. */
export function keptEvmHeight(folder: string): number {
  const { kept } = paths(folder)
  if (!existsSync(kept)) return 0
  return Number((JSON.parse(readFileSync(kept, 'utf8')) as { best_block_number: number | string }).best_block_number)
}

function paths(folder: string): { state: string; kept: string } {
  return { state: join(folder, 'state.json'), kept: join(folder, 'state.kept.json') }
}

/** A copy counts only if the file did not change meanwhile; the rename replaces the last copy atomically. */
function copyWhole(state: string, kept: string): boolean {
  const before = changedAt(state)
  if (before === 0 || !endsWell(state)) return false
  const fresh = `${kept}.new`
  copyFileSync(state, fresh, constants.COPYFILE_FICLONE)
  if (changedAt(state) !== before || !endsWell(fresh)) return false
  renameSync(fresh, kept)
  return true
}

function isWhole(file: string): boolean {
  try {
    JSON.parse(readFileSync(file, 'utf8'))
    return true
  } catch {
    return false
  }
}

function endsWell(file: string): boolean {
  const handle = openSync(file, 'r')
  try {
    const { size } = fstatSync(handle)
    const tail = Buffer.alloc(ENDING.length)
    return size > ENDING.length && readSync(handle, tail, 0, ENDING.length, size - ENDING.length) > 0 && tail.toString('latin1') === ENDING
  } finally {
    closeSync(handle)
  }
}

/** Milliseconds since 1970; 0 without a file. */
function changedAt(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0
}
