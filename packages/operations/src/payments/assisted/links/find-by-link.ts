import { findAssistedByHash, lockAssistedRefund } from '@gateway/db/payments/assisted/assisted-refund-queries'
import type { AssistedRefundEntity } from '@gateway/db/payments/assisted/assisted-refund.entity'
import type { Em } from '@gateway/db/orm'
import { NotFound } from '@gateway/domain/kernel/error'
import { timingSafeEqual } from 'node:crypto'
import { hashRefundToken } from '../../refunds/shared/refund-link.ts'

/** Which of a refund's two links: the payer's, or that of whoever pays. */
type RefundLink = 'payer' | 'pay'

/** A token, and which links it may be of. */
interface UsedLink {
  readonly token: string
  readonly as: readonly RefundLink[]
}

/** The refund of a link, not locked. @throws {NotFound} alike for a link that is unknown, one that was replaced, and one of the wrong kind. */
export async function findByLink(em: Em, link: UsedLink): Promise<AssistedRefundEntity> {
  return requireLink(await findAssistedByHash(em, { tokenHash: hashRefundToken(link.token) }), link)
}

/** The same, locked; its links may have been replaced before the lock. @throws {NotFound} */
export async function lockByLink(em: Em, link: UsedLink): Promise<AssistedRefundEntity> {
  const { id } = await findByLink(em, link)
  return requireLink(await lockAssistedRefund(em, { id }), link)
}

/** @throws {NotFound} */
function requireLink(refund: AssistedRefundEntity | undefined, { token, as }: UsedLink): AssistedRefundEntity {
  const tokenHash = hashRefundToken(token)
  const isIts = (link: RefundLink, its: AssistedRefundEntity) =>
    timingSafeEqual(link === 'payer' ? its.tokenHash : its.payTokenHash, tokenHash)
  if (!refund || !as.some((link) => isIts(link, refund))) throw new NotFound('refund')
  return refund
}
