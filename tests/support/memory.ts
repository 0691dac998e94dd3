import { readFileSync } from 'node:fs'

const BYTES_PER_KIB = 1_024
const BYTES_PER_MB = 1_000_000

/** Resident memory of a process in megabytes (VmRSS, proc(5)). @throws {Error} outside Linux. */
export function residentMb(pid: number): number {
  const [, kib] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return (Number(kib) * BYTES_PER_KIB) / BYTES_PER_MB
}
