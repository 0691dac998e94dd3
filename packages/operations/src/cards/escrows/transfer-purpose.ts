import type { Em } from '@gateway/db/orm'
import { cardFeeMinor, splitRelease } from '@gateway/domain/cards/card-money'
import type { TransferFacts } from '@gateway/domain/cards/facts'
import { cardReleased } from '@gateway/domain/ledger/card-templates'
import { readTransfer } from '@gateway/providers/stripe/answers/money'
import { transfersOf } from '@gateway/providers/stripe/requests/look-ups'
import { transferCreation } from '@gateway/providers/stripe/requests/transfers'
import type { Context } from '../../kernel/context.ts'
import { postTransfers } from '../../ledger/post-transfer.ts'
import { advanceCards, type Card } from '../lifecycle/advance-cards.ts'
import { cardHolding } from '../lifecycle/card-holding.ts'
import { holdCard } from '../lifecycle/hold-card.ts'
import { requirePlanned } from '../lifecycle/require-planned.ts'
import { type IntentSubject, purpose } from '../lifecycle/purpose.ts'
import { isReleasing, moneyOf } from '../lifecycle/standing.ts'

/** The one transfer of a released escrow (L12), bound to its charge. */
export const transferPurpose = purpose<TransferFacts>({
  request: async (_em, _ctx, { payment, escrow, intent }) => {
    const { processorAccountId: accountId, chargeId, currency } = payment
    if (!escrow || chargeId === null) throw new Error('only a charged escrow is transferred')
    requirePlanned(isReleaseOf({ payment, escrow, intent }), intent)
    return transferCreation({ intentId: intent.id, escrowId: escrow.id, chargeId, accountId, amountMinor: intent.amountMinor, currency })
  },
  read: readTransfer,
  list: async (_em, { intent }) => transfersOf(intent.ref),
  readListed: readTransfer,
  done: async (em, ctx, { payment, escrow, intent, facts: { id, amountMinor } }) => {
    if (!escrow) return
    escrow.processorTransferId = id
    const release = { id, transferMinor: amountMinor, feeMinor: cardFeeMinor(moneyOf(payment)) }
    await postTransfers(em, ctx, [cardReleased(cardHolding(payment), release)])
    await advanceCards(em, ctx, { payment, escrow, told: 'card_escrow_release' })
    if (amountMinor !== intent.amountMinor)
      await holdCard(em, ctx, { payment, escrow, reason: 'transfer_differs', alarm: 'card_amount_differs' })
  },
  refused: async (em, ctx, subject) => {
    await revoke(em, ctx, subject)
    ctx.log.warn(
      { paymentId: subject.payment.id, code: subject.refusal.code },
      'the processor has refused a release; its escrow is held as before',
    )
  },
})

/** True when an intent moves exactly what the one release of its escrow does now. */
const isReleaseOf = ({ payment, escrow, intent }: IntentSubject): boolean =>
  intent.ref === escrow?.id &&
  isReleasing(escrow) &&
  payment.pendingMinor === 0n &&
  payment.withdrawnMinor === payment.lostMinor &&
  intent.amountMinor === escrow.transferredMinor &&
  intent.amountMinor === splitRelease(moneyOf(payment)).transferMinor

/** Returns an escrow to what it was before its release. */
export async function revoke(em: Em, ctx: Pick<Context, 'ids' | 'clock'>, { payment, escrow }: Card): Promise<void> {
  if (!escrow) return
  escrow.transferredMinor = 0n
  escrow.releasedAt = null
  escrow.releaseReason = null
  await advanceCards(em, ctx, {
    payment,
    escrow,
    escrowInputs: [payment.refundedMinor + payment.lostMinor > 0n ? 'revoke_part' : 'revoke'],
  })
}
