import type { EscrowEntity } from '@gateway/db/escrows/escrow.entity'
import type { ApiContext } from '../../kernel/context.ts'
import { decide, type Deciding } from './decide.ts'

/**
 * Releases a funded or disputed escrow to its beneficiary and emits `escrow.released`. The payout is planned, not awaited.
 *
 * @throws {NotFound} {TooManyAttempts} {InvalidEscrowToken} {InvalidState}
 */
export const releaseEscrow = (ctx: ApiContext, presented: Deciding): Promise<EscrowEntity> =>
  decide(ctx, { ...presented, action: 'release', outcome: 'release', advance: () => ({}) })
