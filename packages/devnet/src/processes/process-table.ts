import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'

/** A process of the operating system; an ending one has no arguments any more, but may still hold its ports. */
export type ProcessEntry = { readonly parentPid: number; readonly args: readonly string[] }

/**
 * Finds a process by its id; undefined without one, or when it is dead with all its threads and only waits to be collected.
 * Linux reads /proc (man 5 proc); other systems run `ps`, whose arguments are split at blanks.
 */
export function findProcess(pid: number): ProcessEntry | undefined {
  try {
    return process.platform === 'linux' ? fromProc(pid) : fromPs(pid)
  } catch {
    return undefined // No such process: both sources report that as an error.
  }
}

/** True when the process's command line contains this folder: proof that a recorded pid is still the server's. */
export function worksIn(entry: ProcessEntry, folder: string): boolean {
  return entry.args.some((arg) => arg.endsWith(folder) || arg.includes(`${folder}/`))
}

function fromProc(pid: number): ProcessEntry | undefined {
  const args = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').filter(Boolean)
  // The name in parentheses may contain blanks, so fields are counted after the last parenthesis: state, then parent.
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  const [state, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const isDead = state === 'Z' && readdirSync(`/proc/${pid}/task`).length <= 1
  return isDead ? undefined : { parentPid: Number(parent), args }
}

function fromPs(pid: number): ProcessEntry | undefined {
  const [parent, ...args] = execFileSync('ps', ['-o', 'ppid=,command=', '-p', String(pid)], { encoding: 'utf8' })
    .trim()
    .split(/\s+/)
  return parent ? { parentPid: Number(parent), args } : undefined
}
