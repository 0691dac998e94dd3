import type { PortalAuditInput, ShownEntry } from '@gateway/contract/portal/businesses'
import type { Actor } from '@gateway/domain/accounts/merchant'
import { listOwnEntries } from '../../accounts/audit/list-own-entries.ts'
import { requireMerchant } from '../../accounts/auth/require-merchant.ts'
import type { Context } from '../../kernel/context.ts'
import { resolveBusiness } from '../resolve-business.ts'

/**
 * A page of the audit log of the signed-in merchant, newest first, or of one business.
 *
 * @throws {ForbiddenBusiness} {MerchantTokenRequired}
 */
export async function listAudit(
  ctx: Pick<Context, 'orm'>,
  { actor, wish }: { actor: Actor; wish: PortalAuditInput },
): Promise<{ entries: ShownEntry[]; nextCursor: string | null }> {
  const { merchantId } = requireMerchant(actor)
  const business = wish.businessId === undefined ? undefined : await resolveBusiness(ctx, { actor, businessId: wish.businessId })
  return listOwnEntries(ctx, { merchantId, businessId: business?.id, cursor: wish.cursor, limit: wish.limit })
}
