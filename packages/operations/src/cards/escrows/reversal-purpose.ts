import type { Em } from '@gateway/db/orm'
import type { ReversalFacts } from '@gateway/domain/cards/facts'
import { cardTransferReversed } from '@gateway/domain/ledger/card-templates'
import { readReversal } from '@gateway/providers/stripe/answers/money'
import { reversalsOf } from '@gateway/providers/stripe/requests/look-ups'
import { reversalCreation } from '@gateway/providers/stripe/requests/transfers'
import { postTransfers } from '../../ledger/post-transfer.ts'
import { advanceCards } from '../lifecycle/advance-cards.ts'
import { cardHolding } from '../lifecycle/card-holding.ts'
import { requireCounted } from '../lifecycle/require-planned.ts'
import { type IntentSubject, purpose } from '../lifecycle/purpose.ts'
import type { ProcessorContext } from '../lifecycle/processor-context.ts'

/** What is taken back from the merchant of a released escrow after a refund or a lost dispute. What the processor cannot take stays owed. */
export const reversalPurpose = purpose<ReversalFacts>({
  request: async (em, _ctx, { payment, escrow, intent }) => {
    await requireCounted(em, { intent, payment }, escrow?.reversedMinor ?? 0n)
    return reversalCreation({ intentId: intent.id, transferId: transferOf(escrow), amountMinor: intent.amountMinor })
  },
  read: readReversal,
  list: async (_em, { escrow }) => reversalsOf(transferOf(escrow)),
  readListed: readReversal,
  done: async (em, ctx, { payment, facts: { id, amountMinor } }) => {
    await postTransfers(em, ctx, [cardTransferReversed(cardHolding(payment), { id, amountMinor })])
  },
  refused: async (em, ctx, subject) => {
    await countBack(em, ctx, subject)
    const { payment, intent, refusal } = subject
    ctx.log.warn(
      { paymentId: payment.id, intentId: intent.id, code: refusal.code },
      'a transfer could not be reversed; its merchant owes the amount',
    )
  },
})

async function countBack(em: Em, ctx: ProcessorContext, { payment, escrow, intent }: IntentSubject): Promise<void> {
  if (escrow) escrow.reversedMinor -= intent.amountMinor
  await advanceCards(em, ctx, { payment, escrow })
}

/** @throws {Error} before the release has its answer; no reversal is planned before. */
function transferOf(escrow: IntentSubject['escrow']): string {
  if (!escrow || escrow.processorTransferId === null) throw new Error('an escrow without a transfer has none to reverse')
  return escrow.processorTransferId
}
