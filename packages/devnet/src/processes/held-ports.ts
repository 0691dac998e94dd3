import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { isAlive } from './is-alive.ts'

/** One file per port, which names the process that reserved it; every user has a separate folder. */
const folder = join(tmpdir(), `payment-gateway-ports-${userInfo().uid}`)

/**
 * Reserves a port for a process for its lifetime, even while nothing listens there: a restarted server must find it free.
 * @returns false when another running process has reserved it.
 */
export function holdPort(port: number, pid = process.pid): boolean {
  const holder = holderOf(port)
  if (holder !== undefined) return holder === pid
  mkdirSync(folder, { recursive: true })
  rmSync(join(folder, String(port)), { force: true })
  try {
    writeFileSync(join(folder, String(port)), String(pid), { flag: 'wx' })
    return true
  } catch {
    return holderOf(port) === pid // Another process was faster.
  }
}

/** The running process that reserved a port. */
export function holderOf(port: number): number | undefined {
  try {
    const holder = Number(readFileSync(join(folder, String(port)), 'utf8'))
    return isAlive(holder) ? holder : undefined
  } catch {
    return undefined // Never reserved.
  }
}
