import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs'
import { createLocalKek, type Kek, KekRefused } from './kek.ts'

const PERMISSIONS = 0o777
const OWNER_READS = 0o400
// Opening a named pipe would otherwise block until a writer comes.
const READ_AT_ONCE = constants.O_RDONLY | constants.O_NONBLOCK

/**
 * The wrapping key from a file of 64 hexadecimal digits that only the process's user can read and nobody can write.
 *
 * @throws {KekRefused} unless it is a regular file of this user with mode 0400 and a valid key.
 */
export function openFileKek(path: string | undefined): Kek {
  if (path === undefined) throw new KekRefused('CUSTODY_KEK=file needs CUSTODY_KEK_FILE')
  return createLocalKek({ kind: 'file', hex: readPrivateFile(path).trim() })
}

/** Checks the open file instead of its path, so that the file cannot be swapped between check and read. */
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
