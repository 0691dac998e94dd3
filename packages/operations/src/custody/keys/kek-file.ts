import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs'
import { createLocalKek, type Kek, KekRefused } from './kek.ts'

const PERMISSIONS = 0o777
const OWNER_READS = 0o400
// A named pipe would otherwise keep the process waiting for a writer for ever.
const READ_AT_ONCE = constants.O_RDONLY | constants.O_NONBLOCK

/**
 * The wrapping key in a file of 64 hexadecimal digits. Only the process's own user may be able to read it, and nobody to write it.
 *
 * @throws {KekRefused} unless it is a regular file of this user with mode 0400 that holds such a key.
 */
export function openFileKek(path: string | undefined): Kek {
  if (path === undefined) throw new KekRefused('CUSTODY_KEK=file needs CUSTODY_KEK_FILE')
  return createLocalKek({ kind: 'file', hex: readPrivateFile(path).trim() })
}

/** Looks at the opened file and not at its path, so that nobody can put another one there between look and reading. */
function readPrivateFile(path: string): string {
  const file = openPrivateFile(path)
  try {
    const stats = fstatSync(file)
    if (!stats.isFile()) throw new KekRefused(`The key file ${path} is not a regular file`)
    if (stats.uid !== process.getuid?.()) throw new KekRefused(`The key file ${path} must belong to the user this process runs as`)
    if ((stats.mode & PERMISSIONS) !== OWNER_READS) throw new KekRefused(`The key file ${path} must have mode 0400`)
    return readFileSync(file, 'utf8')
  } finally {
    closeSync(file)
  }
}

function openPrivateFile(path: string): number {
  try {
    return openSync(path, READ_AT_ONCE)
  } catch (cause) {
    throw new KekRefused(`The key file ${path} cannot be read`, { cause })
  }
}
