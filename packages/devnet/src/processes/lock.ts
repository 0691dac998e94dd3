import { mkdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isAlive } from './is-alive.ts'
import { waitFor } from '../wait.ts'

/** A holder touches its lock this often; a lock untouched for `STALE_MS` has lost its holder. */
const HEARTBEAT_MS = 2_000
const STALE_MS = 20_000
const WAIT_MS = 600_000

/**
 * Runs the work while no other process with the same lock folder runs its own, and returns its result.
 * It only saves duplicate work: if two holders ever overlap (a machine asleep for minutes), each builds under its own name and renames, so
 * the result is complete either way.
 * @throws {Error} when the lock is not free within `waitMs`, ten minutes.
 */
export async function withLock<T>(folder: string, work: () => Promise<T>, waitMs = WAIT_MS): Promise<T> {
  await waitFor(`the lock ${folder}`, async () => tryLock(folder), { timeoutMs: waitMs, everyMs: 100 })
  const heartbeat = setInterval(() => touch(folder), HEARTBEAT_MS)
  try {
    return await work()
  } finally {
    clearInterval(heartbeat)
    rmSync(folder, { recursive: true, force: true })
  }
}

function touch(folder: string): void {
  try {
    utimesSync(folder, new Date(), new Date())
  } catch {
    // Another process took the lock for abandoned and removed it: the work continues, see above.
  }
}

function tryLock(folder: string): boolean {
  try {
    mkdirSync(folder)
    writeFileSync(join(folder, 'pid'), String(process.pid))
    return true
  } catch {
    if (isAbandoned(folder)) rmSync(folder, { recursive: true, force: true })
    return false
  }
}

function isAbandoned(folder: string): boolean {
  const found = statSync(folder, { throwIfNoEntry: false })
  if (!found) return false
  const holder = holderOf(folder)
  return Date.now() - found.mtimeMs > STALE_MS || (holder > 0 && !isAlive(holder))
}

/** The holder's pid; 0 between creating the folder and writing the file. */
function holderOf(folder: string): number {
  try {
    return Number(readFileSync(join(folder, 'pid'), 'utf8'))
  } catch {
    return 0
  }
}
