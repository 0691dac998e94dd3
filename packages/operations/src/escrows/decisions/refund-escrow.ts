import type { EscrowEntity } from '@gateway/db/escrows/escrow.entity'
import type { ApiContext } from '../../kernel/context.ts'
import { decide, type Deciding } from './decide.ts'

/**
 * Sends a funded escrow back to its depositor, whole and without a fee, and emits `escrow.refunded`. The payout is planned, not awaited.
 *
 * @throws {NotFound} {TooManyAttempts} {InvalidEscrowToken} {InvalidState} also while it is disputed.
 */
export const refundEscrow = (
  ctx: ApiContext,
  { reason, ...presented }: Deciding & { readonly reason?: string | undefined },
): Promise<EscrowEntity> =>
  decide(ctx, { ...presented, action: 'refund', outcome: 'refund', advance: () => (reason === undefined ? {} : { details: { reason } }) })
