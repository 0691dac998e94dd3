import { argon2, type Argon2Parameters, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { createConcurrencyLimit, type ConcurrencyRoom } from './concurrency-limit.ts'

/** Creates and checks password hashes within one process. */
export interface Passwords {
  /** A PHC string to store. @throws {SignInBusy} */
  hash(password: string): Promise<string>
  /**
   * Compares a password with a stored PHC string; without one, an equal amount of work ends in `mismatch`. `outdated` is a match whose hash
   * was made with other costs than today's. @throws {SignInBusy}
   */
  check(password: string, stored: string | undefined): Promise<'match' | 'outdated' | 'mismatch'>
}

interface Costs {
  readonly memory: number
  readonly passes: number
  readonly parallelism: number
}

interface StoredHash extends Costs {
  readonly salt: Buffer
  readonly hash: Buffer
}

// OWASP's second choice for argon2id: 19 MiB, two passes, one lane.
const COSTS: Costs = { memory: 19_456, passes: 2, parallelism: 1 }
const ROOM: ConcurrencyRoom = { atOnce: 4, waiting: 64 }
const SALT_BYTES = 16
const HASH_BYTES = 32

// Version 0x13 of RFC 9106, the only one that Node computes.
const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/

const argon2id = (parameters: Argon2Parameters): Promise<Buffer> => promisify(argon2)('argon2id', parameters)

/** How a password becomes a digest, under costs and with a salt. */
type Digest = (password: string, salt: Buffer, costs: Costs) => Promise<Buffer>

/** A hash of no known password, compared with when the account does not exist. */
const nobody = encode({ ...COSTS, salt: Buffer.alloc(SALT_BYTES), hash: Buffer.alloc(HASH_BYTES) })

/**
 * Password hashing with argon2id (RFC 9106) behind a concurrency limit: one process spends at most four cores and 76 MiB on it.
 *
 * A password is any text, never truncated, and normalised to NFKC, so that two keyboards type the same one (NIST SP 800-63B-4 §3.1.1.2).
 */
export function createPasswords(room = ROOM, derive = argon2id): Passwords {
  const gate = createConcurrencyLimit(room)
  const digest: Digest = (password, salt, { memory, passes, parallelism }) =>
    derive({ message: password.normalize('NFKC'), nonce: salt, memory, passes, parallelism, tagLength: HASH_BYTES })
  return {
    hash: (password) => gate(() => hashPassword(digest, password)),
    check: (password, stored) => gate(() => checkPassword(digest, { password, stored: stored ?? nobody })),
  }
}

async function hashPassword(digest: Digest, password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES)
  return encode({ ...COSTS, salt, hash: await digest(password, salt, COSTS) })
}

async function checkPassword(
  digest: Digest,
  { password, stored }: { password: string; stored: string },
): Promise<'match' | 'outdated' | 'mismatch'> {
  const known = decode(stored)
  const hash = await digest(password, known.salt, known)
  if (hash.length !== known.hash.length || !timingSafeEqual(hash, known.hash)) return 'mismatch'
  const isCurrent = known.memory === COSTS.memory && known.passes === COSTS.passes && known.parallelism === COSTS.parallelism
  return isCurrent ? 'match' : 'outdated'
}

function encode({ memory, passes, parallelism, salt, hash }: StoredHash): string {
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${unpadded(salt)}$${unpadded(hash)}`
}

function decode(phc: string): StoredHash {
  const [, memory, passes, parallelism, salt, hash] = PHC.exec(phc) ?? []
  if (salt === undefined || hash === undefined) throw new Error('The stored password hash is no argon2id PHC string')
  return {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    salt: Buffer.from(salt, 'base64'),
    hash: Buffer.from(hash, 'base64'),
  }
}

function unpadded(bytes: Buffer): string {
  return bytes.toString('base64').replaceAll('=', '')
}
