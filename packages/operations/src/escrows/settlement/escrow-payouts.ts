import { showEscrowDecision } from '@gateway/db/escrows/queries'
import type { PayoutOwner } from '../../kernel/address-owners.ts'

/** The signer tells escrows of decisions that it does not send; their outcome is known before it signs. */
export const escrowPayouts: PayoutOwner = {
  async payoutsJudged() {},
  async decisionSigned(em, ctx, { ref: id, decision }) {
    const isFirst = await showEscrowDecision(em, { id, decision })
    if (isFirst) ctx.log.info({ escrowId: id, outcome: decision.outcome }, 'decision shown, its settlement waits for its cost')
    return isFirst
  },
}
