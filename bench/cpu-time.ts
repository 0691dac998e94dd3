import { readdirSync, readFileSync } from 'node:fs'

/** Linux counts processor time in hundredths of a second (USER_HZ, proc(5)). */
const MS_PER_TICK = 10

/** Milliseconds of processor time that a process and its children have used so far; 0 outside Linux. */
export function cpuMs(pid: number): number {
  return [pid, ...childrenOf(pid)].reduce((sum, each) => sum + ticksOf(each), 0) * MS_PER_TICK
}

/** Milliseconds of processor time of this process. Its children, the measured servers, do not count. */
export function ownCpuMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1_000
}

function childrenOf(pid: number): number[] {
  return pidsOf().filter((each) => Number(fieldsOf(each)?.[1]) === pid)
}

function pidsOf(): number[] {
  try {
    return readdirSync('/proc').map(Number).filter(Number.isInteger)
  } catch {
    return []
  }
}

/** User and system time of a process and of its children that have ended, so that a closed connection still counts. */
const ticksOf = (pid: number): number => (fieldsOf(pid)?.slice(11, 15) ?? []).reduce((sum, field) => sum + Number(field), 0)

/** Fields of `/proc/<pid>/stat` from the state on: the name before it may hold spaces and parentheses. */
function fieldsOf(pid: number): string[] | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  } catch {
    return undefined // It has ended.
  }
}
