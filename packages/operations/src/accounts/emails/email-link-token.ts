import { createHash } from 'node:crypto'
import type { Context } from '../../kernel/context.ts'

const TOKEN_BYTES = 32

/** The token of a link, and its digest to store. A long random text needs no slow hash. */
export function newLinkToken(ctx: Pick<Context, 'ids'>): { token: string; digest: Buffer } {
  const token = ctx.ids.bytes(TOKEN_BYTES).toString('base64url')
  return { token, digest: linkDigest(token) }
}

/** The stored digest of a link's token. */
export const linkDigest = (token: string): Buffer => createHash('sha256').update(token).digest()
