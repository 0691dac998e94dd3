import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'

/** Wraps data keys, so that the sealed seed is worthless without it. */
export interface KekProvider {
  /** Names the key without revealing it; stored beside what it wrapped. */
  readonly id: string
  wrap(key: Buffer): Buffer
  /** @throws {SeedUnreadable} when this is not the key that wrapped it. */
  unwrap(wrapped: Buffer): Buffer
}

/** The sealed seed cannot be opened here: another key, another deployment or network, or a changed file. */
export class SeedUnreadable extends Error {
  constructor(problem: string, cause?: unknown) {
    super(`The custody seed cannot be opened: ${problem}`, { cause })
    this.name = 'SeedUnreadable'
  }
}

const KEY_BYTES = 32
const IV_BYTES = 12
const TAG_BYTES = 16
const OWNER_READS = 0o400
const PERMISSIONS = 0o777

/** A key-encryption key from a setting; for development, because environments leak. @throws {SeedUnreadable} unless it is 32 bytes in hex. */
export function envKek(hex: string | undefined): KekProvider {
  return providerOf('env', hex === undefined ? Buffer.alloc(0) : Buffer.from(hex, 'hex'))
}

/** A key-encryption key from a file that only this process's user can read. @throws {SeedUnreadable} when it has other permissions or another owner. */
export function fileKek(path: string | undefined): KekProvider {
  if (path === undefined) throw new SeedUnreadable('CUSTODY_KEK_FILE is not set')
  const { mode, uid } = statSync(path)
  if ((mode & PERMISSIONS) !== OWNER_READS) throw new SeedUnreadable('the key file must have mode 0400')
  if (uid !== process.getuid?.()) throw new SeedUnreadable('the key file belongs to another user')
  return providerOf('file', Buffer.from(readFileSync(path, 'utf8').trim(), 'hex'))
}

function providerOf(kind: string, key: Buffer): KekProvider {
  if (key.length !== KEY_BYTES) throw new SeedUnreadable(`the ${kind} key must be ${KEY_BYTES} bytes in hex`)
  const id = `${kind}:${createHash('sha256').update('kek-id|').update(key).digest('hex').slice(0, 16)}`
  return {
    id,
    wrap: (plain) => {
      const iv = randomBytes(IV_BYTES)
      const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(id))
      return Buffer.concat([iv, cipher.update(plain), cipher.final(), cipher.getAuthTag()])
    },
    unwrap: (wrapped) => {
      try {
        const decipher = createDecipheriv('aes-256-gcm', key, wrapped.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES }).setAAD(
          Buffer.from(id),
        )
        decipher.setAuthTag(wrapped.subarray(-TAG_BYTES))
        return Buffer.concat([decipher.update(wrapped.subarray(IV_BYTES, -TAG_BYTES)), decipher.final()])
      } catch (cause) {
        throw new SeedUnreadable('the data key was wrapped by another key', cause)
      }
    },
  }
}
