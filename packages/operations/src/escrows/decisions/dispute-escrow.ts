import type { EscrowEntity } from '@gateway/db/escrows/escrow.entity'
import type { ApiContext } from '../../kernel/context.ts'
import { decide, type Deciding } from './decide.ts'
import { queueDisputeNotices } from './queue-dispute-notices.ts'

/**
 * Disputes a funded escrow and emits `escrow.disputed`: its expiry stops, and operators have two weeks to decide.
 * The business and the customer of a series are told two days before it ends without a decision.
 *
 * @throws {NotFound} {TooManyAttempts} {InvalidEscrowToken} {InvalidState}
 */
export const disputeEscrow = (ctx: ApiContext, { reason, ...presented }: Deciding & { readonly reason: string }): Promise<EscrowEntity> =>
  decide(ctx, {
    ...presented,
    action: 'dispute',
    advance: ({ escrow }) => {
      escrow.disputeReason = reason.trim()
      return { details: { reason: reason.trim() } }
    },
    afterwards: (em, escrow) => queueDisputeNotices(em, ctx, escrow),
  })
