import { createHash } from 'node:crypto'
import type { Context } from '../../kernel/context.ts'

const TOKEN_BYTES = 32

/** The secret of a link, and what is stored of it. A long random text needs no slow hash. */
export function newLinkToken(ctx: Pick<Context, 'ids'>): { token: string; digest: Buffer } {
  const token = ctx.ids.bytes(TOKEN_BYTES).toString('base64url')
  return { token, digest: linkDigest(token) }
}

/** What is stored of a link's token. */
export const linkDigest = (token: string): Buffer => createHash('sha256').update(token).digest()
