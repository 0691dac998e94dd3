import type { DisputeChildInput } from '@gateway/contract/portal/series'
import type { EscrowEntity } from '@gateway/db/escrows/escrow.entity'
import type { Actor } from '@gateway/domain/accounts/merchant'
import { NotFound } from '@gateway/domain/kernel/error'
import { requireMerchant } from '../accounts/auth/require-merchant.ts'
import { disputeAsBeneficiary } from '../escrows/decisions/dispute-as-beneficiary.ts'
import type { ApiContext } from '../kernel/context.ts'
import { getSeries } from './read-series.ts'

/**
 * Disputes a funded escrow of a series: its business is the beneficiary, and nobody has that party's token.
 *
 * @throws {NotFound} also when the series is another merchant's, or the escrow none of its own. @throws {InvalidState} {MerchantTokenRequired}
 */
export async function disputeChild(
  ctx: ApiContext,
  { actor, child: { id, escrowId, reason } }: { actor: Actor; child: DisputeChildInput },
): Promise<EscrowEntity> {
  const by = requireMerchant(actor)
  const { children } = await getSeries(ctx, { actor, id })
  if (!children.some((child) => child.escrowId === escrowId)) throw new NotFound('escrow')
  return disputeAsBeneficiary(ctx, { id: escrowId, reason, by })
}
