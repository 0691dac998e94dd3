import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** A living process as the operating system describes it. */
export type ProcessEntry = { readonly parentPid: number; readonly args: readonly string[] }

/**
 * Looks a process up by its id; undefined when there is none, or when it is dead and only waits to be collected.
 *
 * Linux answers from /proc (man 5 proc); elsewhere `ps` is asked, whose arguments are split at blanks.
 */
export function findProcess(pid: number): ProcessEntry | undefined {
  try {
    return process.platform === 'linux' ? fromProc(pid) : fromPs(pid)
  } catch {
    return undefined // No such process: both sources report that as an error.
  }
}

/** Tells whether the process was started with this folder in its command line: the proof that a noted pid is still ours. */
export function worksIn(entry: ProcessEntry, folder: string): boolean {
  return entry.args.some((arg) => arg.endsWith(folder) || arg.includes(`${folder}/`))
}

function fromProc(pid: number): ProcessEntry | undefined {
  const args = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').filter(Boolean)
  if (args.length === 0) return undefined
  // The name in parentheses may hold blanks, so fields are counted after the last one: state, then parent.
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  const [, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return { parentPid: Number(parent), args }
}

function fromPs(pid: number): ProcessEntry | undefined {
  const [parent, ...args] = execFileSync('ps', ['-o', 'ppid=,command=', '-p', String(pid)], { encoding: 'utf8' })
    .trim()
    .split(/\s+/)
  return parent ? { parentPid: Number(parent), args } : undefined
}
