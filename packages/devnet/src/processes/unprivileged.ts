import { statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'

/** A user and group by number. */
export type User = { readonly uid: number; readonly gid: number }

/** Debian's and most systems' "nobody": it owns nothing, so Postgres agrees to run as it and no account has to be made. */
const NOBODY: User = { uid: 65_534, gid: 65_534 }

/** The user for programs that refuse to run as root: nobody when we are root, otherwise undefined, which means ourselves. */
export function unprivilegedUser(): User | undefined {
  return process.getuid?.() === 0 ? NOBODY : undefined
}

/** Tells whether every user may pass through to this existing path: one closed folder above it (a home) is enough to say no. */
export function isReachableByAll(path: string): boolean {
  const full = resolve(path)
  if ((statSync(full).mode & 0o001) === 0) return false
  return full === dirname(full) || isReachableByAll(dirname(full))
}
