import { statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'

/** A user and group by number. */
export type User = { readonly uid: number; readonly gid: number }

/** The user "nobody" of Debian and most systems: it owns nothing, so Postgres agrees to run as it without a new account. */
const NOBODY: User = { uid: 65_534, gid: 65_534 }

/** The user for programs that refuse to run as root: nobody under root, otherwise undefined, the current user. */
export function unprivilegedUser(): User | undefined {
  return process.getuid?.() === 0 ? NOBODY : undefined
}

/** True when every user may traverse this existing path: one closed folder above it (a home) is enough for false. */
export function isReachableByAll(path: string): boolean {
  const full = resolve(path)
  if ((statSync(full).mode & 0o001) === 0) return false
  return full === dirname(full) || isReachableByAll(dirname(full))
}
