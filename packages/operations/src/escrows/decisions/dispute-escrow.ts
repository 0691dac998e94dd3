import type { EscrowEntity } from '@gateway/db/escrows/escrow.entity'
import type { ApiContext } from '../../kernel/context.ts'
import type { Presented } from '../tokens/authenticate-party.ts'
import { decide } from './decide.ts'

/**
 * Disputes a funded escrow and emits `escrow.disputed`: its expiry stops, and operators have two weeks to decide.
 *
 * @throws {NotFound} {TooManyAttempts} {InvalidEscrowToken} {InvalidState}
 */
export const disputeEscrow = (ctx: ApiContext, { reason, ...presented }: Presented & { readonly reason: string }): Promise<EscrowEntity> =>
  decide(ctx, {
    ...presented,
    action: 'dispute',
    advance: ({ escrow }) => {
      escrow.disputeReason = reason.trim()
      return { details: { reason: reason.trim() } }
    },
  })
