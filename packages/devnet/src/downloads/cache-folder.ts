import { accessSync, constants, mkdirSync, statSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'

const NAME = 'payment-gateway-devnet'

/**
 * The folder in which obtained binaries are kept for this user, made if need be: `$DEVNET_CACHE`, else the first of the usual places that
 * can be written.
 *
 * Root's home is closed to the unprivileged user that root's Postgres runs as, so root keeps its cache under /var/cache. A folder that
 * belongs to somebody else is passed over, because what lies in it gets executed.
 *
 * @throws {Error} when no place can be written.
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
