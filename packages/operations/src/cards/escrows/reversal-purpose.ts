import { readDisputeRow } from '@gateway/db/cards/dispute-queries'
import { readRefund } from '@gateway/db/cards/refund-queries'
import type { Em } from '@gateway/db/orm'
import type { ReversalFacts } from '@gateway/domain/cards/facts'
import { readReversal } from '@gateway/providers/stripe/answers/money'
import { reversalsOf } from '@gateway/providers/stripe/requests/look-ups'
import { reversalCreation } from '@gateway/providers/stripe/requests/transfers'
import { advanceCards } from '../lifecycle/advance-cards.ts'
import { holdCard } from '../lifecycle/hold-card.ts'
import { requireCounted } from '../lifecycle/require-planned.ts'
import { type IntentSubject, purpose } from '../lifecycle/purpose.ts'
import type { ProcessorContext } from '../lifecycle/processor-context.ts'
import { bookMove, holdIfOwed, lessReversed } from './book-move.ts'

/** What is taken back from the merchant of a released escrow after a refund or a lost dispute. What the processor cannot take stays owed. */
export const reversalPurpose = purpose<ReversalFacts>({
  request: async (em, ctx, subject) => {
    const { escrow, intent } = subject
    await requireCounted(em, subject, escrow === null ? 0n : escrow.reversedMinor - escrow.reversedElsewhereMinor)
    // What it was planned for has come back to the platform, so the merchant keeps it.
    if (!(await isStillGone(em, intent))) {
      await countBack(em, ctx, subject)
      return undefined
    }
    return reversalCreation({ intentId: intent.id, transferId: transferOf(escrow), amountMinor: intent.amountMinor })
  },
  read: readReversal,
  list: async (_em, { escrow }) => reversalsOf(transferOf(escrow)),
  readListed: readReversal,
  done: async (em, ctx, { payment, escrow, intent, facts }) => {
    const { amountMinor } = intent
    await bookMove(em, ctx, { payment, escrow, kind: 'card_reversal', ref: facts.id, before: (sums) => lessReversed(sums, amountMinor) })
    if (facts.amountMinor !== amountMinor)
      await holdCard(em, ctx, { payment, escrow, reason: 'reversal_differs', alarm: 'card_amount_differs' })
    await holdIfOwed(em, ctx, { payment, escrow })
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

/** True while the refund that a reversal was planned for has succeeded, or its dispute is lost. */
async function isStillGone(em: Em, { ref: id }: IntentSubject['intent']): Promise<boolean> {
  const refund = await readRefund(em, { id })
  return refund ? refund.state === 'succeeded' : (await readDisputeRow(em, { id }))?.phase === 'lost'
}

async function countBack(em: Em, ctx: ProcessorContext, { payment, escrow, intent }: IntentSubject): Promise<void> {
  if (escrow) escrow.reversedMinor -= intent.amountMinor
  await advanceCards(em, ctx, { payment, escrow })
}

/** @throws {Error} before the release has its answer; no reversal is planned before. */
function transferOf(escrow: IntentSubject['escrow']): string {
  if (!escrow || escrow.processorTransferId === null) throw new Error('an escrow without a transfer has none to reverse')
  return escrow.processorTransferId
}
