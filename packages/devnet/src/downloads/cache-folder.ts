import { accessSync, constants, mkdirSync, statSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'

const NAME = 'payment-gateway-devnet'

/**
 * The folder for obtained binaries of this user, created if needed: `$DEVNET_CACHE`, else the first writable default.
 * Root's home is closed to the unprivileged user of root's Postgres, so root's cache is under /var/cache. A folder of another user is
 * skipped, because its content gets executed.
 * @throws {Error} when no folder is writable.
 */
export function cacheFolder(env: NodeJS.ProcessEnv = process.env): string {
  const places = env['DEVNET_CACHE'] ? [env['DEVNET_CACHE']] : usualPlaces(env)
  const place = places.find(isUsable)
  if (place) return place
  throw new Error(`No folder for downloaded binaries can be written (${places.join(', ')}): set DEVNET_CACHE to one`)
}

function usualPlaces(env: NodeJS.ProcessEnv): string[] {
  const uid = process.getuid?.()
  const temporary = join(tmpdir(), `${NAME}-${uid ?? 'user'}`)
  if (uid === 0) return [join('/var/cache', NAME), temporary]
  return [join(env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), NAME), temporary]
}

function isUsable(folder: string): boolean {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o755 })
    accessSync(folder, constants.W_OK)
    const uid = process.getuid?.()
    return uid === undefined || statSync(folder).uid === uid
  } catch {
    return false
  }
}
