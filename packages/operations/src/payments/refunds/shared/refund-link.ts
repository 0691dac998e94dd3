import { findRefundByHash } from '@gateway/db/payments/refund-queries'
import type { RefundEntity } from '@gateway/db/payments/refund.entity'
import type { Em } from '@gateway/db/orm'
import { NotFound } from '@gateway/domain/kernel/error'
import { createHash, timingSafeEqual } from 'node:crypto'
import type { Context } from '../../../kernel/context.ts'

const PREFIX = 'ret_'
const TOKEN_BYTES = 32

/** The token of a one-time refund link: 32 random bytes, shown once and stored as a hash. */
export const newRefundToken = (ctx: Pick<Context, 'ids'>): string => `${PREFIX}${ctx.ids.bytes(TOKEN_BYTES).toString('base64url')}`

/** SHA-256 of a token. 256 random bits need no slow hash, and a lookup by hash leaks nothing about existing tokens. */
export const hashRefundToken = (token: string): Buffer => createHash('sha256').update(token, 'utf8').digest()

/** The token of a link, and the time at which it is used. */
interface UsedLink {
  readonly token: string
  readonly now: Date
}

/** The refund of a link that works, not locked. @throws {NotFound} alike for a link that is unknown, expired or withdrawn. */
export async function findByLink(em: Em, link: UsedLink): Promise<RefundEntity> {
  return requireLink(await findRefundByHash(em, { tokenHash: hashRefundToken(link.token) }), link)
}

/** The refund, if the token is its own and its link works. @throws {NotFound} */
export function requireLink(refund: RefundEntity | undefined, { token, now }: UsedLink): RefundEntity {
  const isGood = refund && timingSafeEqual(refund.tokenHash, hashRefundToken(token)) && refund.state !== 'withdrawn'
  if (!isGood || (refund.state === 'offered' && now >= refund.offerEndsAt)) throw new NotFound('return')
  return refund
}
