import { createHash } from 'node:crypto'
import type { Context } from '../../kernel/context.ts'

const PREFIX = 'ret_'
const TOKEN_BYTES = 32

/** The token of a one-time refund link: 32 random bytes, shown once and stored as a hash. */
export const newRefundToken = (ctx: Pick<Context, 'ids'>): string => `${PREFIX}${ctx.ids.bytes(TOKEN_BYTES).toString('base64url')}`

/** SHA-256 of a token. 256 random bits need no slow hash, and a lookup by hash leaks nothing about existing tokens. */
export const hashRefundToken = (token: string): Buffer => createHash('sha256').update(token, 'utf8').digest()
