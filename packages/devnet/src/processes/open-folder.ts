import { createHash } from 'node:crypto'
import { mkdirSync, realpathSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { isReachableByAll, unprivilegedUser } from './unprivileged.ts'

/**
 * Creates the wanted folder, or a substitute where an unprivileged server could not enter it, and returns its real path.
 * Root's checkout is often in a closed home. The substitute's name is derived from the wanted path, so it is found again.
 * @throws {Error} when the substitute belongs to another user, who could then read or replace its content.
 */
export function openFolder(wanted: string): string {
  mkdirSync(wanted, { recursive: true })
  const folder = realpathSync(wanted)
  if (!unprivilegedUser() || isReachableByAll(folder)) return folder
  const substitute = join('/var/tmp', `payment-gateway-${createHash('sha256').update(folder).digest('hex').slice(0, 16)}`)
  mkdirSync(substitute, { recursive: true, mode: 0o755 })
  if (statSync(substitute).uid === process.getuid?.()) return substitute
  throw new Error(`${substitute} belongs to another user; choose a folder for Postgres that user nobody can enter`)
}
