import { createHash } from 'node:crypto'
import type { Context } from '../../kernel/context.ts'

const PREFIX = 'ret_'
const TOKEN_BYTES = 32

/** What a one-time link carries: 32 random bytes. It is shown once and stored as its hash. */
export const newRefundToken = (ctx: Pick<Context, 'ids'>): string => `${PREFIX}${ctx.ids.bytes(TOKEN_BYTES).toString('base64url')}`

/** SHA-256 of a token. It has 256 random bits, so nothing slower is needed, and a look-up by it tells nothing about tokens that exist. */
export const hashRefundToken = (token: string): Buffer => createHash('sha256').update(token, 'utf8').digest()
