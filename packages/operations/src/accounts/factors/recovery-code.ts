import { createHash } from 'node:crypto'
import type { Context } from '../../kernel/context.ts'

const CODES = 10
const CODE_LENGTH = 16
// Five bits a character, without those that are read as digits (Crockford's base 32).
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'
const SHAPE = /^[0-9a-hjkmnp-tv-z]{16}$/

/** Ten codes of 80 random bits, in groups of four: they are shown once, and only their digests are stored. */
export const newRecoveryCodeTexts = (ctx: Pick<Context, 'ids'>): string[] => Array.from({ length: CODES }, () => newText(ctx))

function newText(ctx: Pick<Context, 'ids'>): string {
  const characters = [...ctx.ids.bytes(CODE_LENGTH)].map((byte) => ALPHABET[byte % ALPHABET.length]).join('')
  return characters.match(/.{4}/g)?.join('-') ?? ''
}

/** The stored digest of a code, however it is typed; undefined when the text cannot be one. So many random bits need no slow hash. */
export function recoveryDigest(text: string): Buffer | undefined {
  const plain = text.toLowerCase().replaceAll(/[\s-]/g, '').replaceAll('o', '0').replaceAll(/[il]/g, '1')
  return SHAPE.test(plain) ? createHash('sha256').update(plain).digest() : undefined
}
