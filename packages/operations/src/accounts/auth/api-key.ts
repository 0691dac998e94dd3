import type { Mode } from '@gateway/domain/kernel/id'
import { createHash } from 'node:crypto'
import { crc32 } from 'node:zlib'
import type { Context } from '../../kernel/context.ts'

/** A newly created key. Its text is shown once; only the other members are stored. */
export interface NewApiKey {
  readonly text: string
  readonly id: string
  readonly mode: Mode
  readonly digest: Buffer
  readonly last4: string
}

/** The members of a key that its text contains, once its checksum is right. */
export type ApiKeyClaim = Pick<NewApiKey, 'id' | 'mode' | 'digest'>

const prefixes = { live: 'gw_live_', test: 'gw_test_' } as const satisfies Record<Mode, string>

// Five bits a character, without those that are read as digits (Crockford's base 32).
const ID_ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'
const CRC_ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const ID_LENGTH = 12
const SECRET_BYTES = 32
const CRC_LENGTH = 6

const SHAPE = /^((gw_(live|test)_)([0-9a-z]{12})_[A-Za-z0-9_-]{43})_([0-9A-Za-z]{6})$/

/** Creates a key with a public id of 60 random bits and a secret of 256. */
export function newApiKey(ctx: Pick<Context, 'ids'>, mode: Mode): NewApiKey {
  const id = [...ctx.ids.bytes(ID_LENGTH)].map((byte) => ID_ALPHABET[byte % ID_ALPHABET.length]).join('')
  const body = `${prefixes[mode]}${id}_${ctx.ids.bytes(SECRET_BYTES).toString('base64url')}`
  const text = `${body}_${checksum(body)}`
  return { text, id, mode, digest: sha256(text), last4: text.slice(-4) }
}

/** True when a text has the prefix of an API key, however malformed. */
export const isApiKeyText = (text: string): boolean => Object.values(prefixes).some((prefix) => text.startsWith(prefix))

/** Reads a key; undefined when its shape or checksum is wrong, which needs no database query. */
export function parseApiKey(text: string): ApiKeyClaim | undefined {
  const [, body, , mode, id, crc] = SHAPE.exec(text) ?? []
  if (body === undefined || id === undefined || checksum(body) !== crc) return undefined
  return { id, mode: mode === 'live' ? 'live' : 'test', digest: sha256(text) }
}

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest()

/** CRC-32 in base 62: detects typing errors and proves nothing, so a plain comparison is safe. */
function checksum(body: string): string {
  let rest = crc32(body)
  let text = ''
  for (let index = 0; index < CRC_LENGTH; index++) {
    text = (CRC_ALPHABET[rest % CRC_ALPHABET.length] ?? '') + text
    rest = Math.floor(rest / CRC_ALPHABET.length)
  }
  return text
}
