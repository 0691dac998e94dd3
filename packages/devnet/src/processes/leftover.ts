import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findProcess, type ProcessEntry, worksIn } from './process-table.ts'
import type { Log } from './running.ts'
import { waitFor } from '../wait.ts'

/** A server by its short name and its folder: together they name its pid file. */
export type Place = { readonly name: string; readonly folder: string }

/** A possible leftover of an earlier start, and the signal for a clean exit of that server. */
export type Leftover = Place & { readonly stopSignal: NodeJS.Signals; readonly log: Log }

/** The folder's server belongs to a running process, so it is no leftover. */
export class AlreadyRunning extends Error {
  override readonly name = 'AlreadyRunning'
  /** The process that started the server. */
  readonly ownerPid: number

  constructor({ name, folder }: Place, ownerPid: number) {
    super(`${name} is already running in ${folder}, started by process ${ownerPid}: stop that first or choose another folder`)
    this.ownerPid = ownerPid
  }
}

/** Records the server's process id and this process's in its folder, so that a later start finds it after a kill -9 of this process. */
export function recordPid(place: Place, pid: number): void {
  writeFileSync(pidFile(place), `${pid} ${process.pid}\n`)
}

/** Deletes the recorded process id; to be called when that process is known to be gone. */
export function forgetPid(place: Place): void {
  rmSync(pidFile(place), { force: true })
}

/**
 * Stops a server that an earlier, killed parent left running in this folder; does nothing without one.
 * The recorded pid counts only if that process works in this folder, so a foreign process with a reused pid is left alone.
 * @throws {AlreadyRunning} when the process that started it is running: then it is another running devnet, not a leftover.
 */
export async function stopLeftover(leftover: Leftover): Promise<void> {
  const { name, folder, log } = leftover
  const found = findServer(leftover)
  if (found?.ownerPid !== undefined) throw new AlreadyRunning(leftover, found.ownerPid)
  if (found) {
    log(`${name}: stopping process ${found.pid}, left over in ${folder}`)
    await endProcess(leftover, found.pid)
  }
  forgetPid(leftover)
}

/** The running process that started the server of this folder; undefined without a server, or when it is a leftover. */
export const findOwner = (place: Place): number | undefined => findServer(place)?.ownerPid

/** The running server of a folder. An orphan gets another parent at once, so a parent that is still the recorded one is never a reused number. */
function findServer(place: Place): { pid: number; ownerPid: number | undefined } | undefined {
  const noted = notedPids(place)
  const entry = noted && findOurs(noted.pid, place.folder)
  return noted && entry && { pid: noted.pid, ownerPid: entry.parentPid === noted.ownerPid ? noted.ownerPid : undefined }
}

async function endProcess({ name, folder, stopSignal }: Leftover, pid: number): Promise<void> {
  const isGone = async () => {
    const entry = findProcess(pid)
    return !entry || (entry.args.length > 0 && !worksIn(entry, folder))
  }
  process.kill(pid, stopSignal)
  const patience = { timeoutMs: 10_000 }
  const ended = await waitFor(`the leftover ${name} to end`, isGone, patience).catch(() => false)
  if (ended) return
  process.kill(pid, 'SIGKILL')
  await waitFor(`the leftover ${name} ${pid} to die`, isGone, patience)
}

function notedPids(place: Place): { pid: number; ownerPid: number } | undefined {
  const file = pidFile(place)
  if (!existsSync(file)) return undefined
  const [pid = 0, ownerPid = 0] = readFileSync(file, 'utf8').split(' ').map(Number)
  return pid > 1 ? { pid, ownerPid } : undefined
}

function findOurs(pid: number, folder: string): ProcessEntry | undefined {
  const entry = findProcess(pid)
  return entry && worksIn(entry, folder) ? entry : undefined
}

function pidFile({ name, folder }: Place): string {
  return join(folder, `${name}.pid`)
}
