import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { isAlive } from './is-alive.ts'

/** One file for each port, which names the process that has chosen it; every user has a folder of his own. */
const folder = join(tmpdir(), `payment-gateway-ports-${userInfo().uid}`)

/**
 * Keeps a port for a process for as long as it lives, even while nothing listens there: a server that is started again must find it free.
 *
 * @returns false when another living process has it.
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
    return holderOf(port) === pid // Somebody was faster.
  }
}

/** The living process that has chosen a port. */
export function holderOf(port: number): number | undefined {
  try {
    const holder = Number(readFileSync(join(folder, String(port)), 'utf8'))
    return isAlive(holder) ? holder : undefined
  } catch {
    return undefined // Nobody ever has.
  }
}
