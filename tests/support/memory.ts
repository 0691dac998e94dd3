import { readFileSync } from 'node:fs'

const BYTES_PER_KIB = 1_024
const BYTES_PER_MB = 1_000_000

/** Megabytes of memory that a process holds at the moment (VmRSS, proc(5)). @throws {Error} where the system does not say (outside Linux). */
export function residentMb(pid: number): number {
  const [, kib] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return (Number(kib) * BYTES_PER_KIB) / BYTES_PER_MB
}
