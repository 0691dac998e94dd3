import type { CardEscrowEntity } from '@gateway/db/cards/card-escrow.entity'
import { noticeBefore } from '@gateway/domain/cards/deadlines'
import { type CardEscrowAdvanced, cardEscrowAdvanced, cardEscrowWorkflowId } from '@gateway/workflows/cards/signals'
import { queues } from '@gateway/workflows/queues'
import type { Enqueued } from '../../outbox/enqueue.ts'

/** Tells the workflow of a card escrow that its row has moved, and starts it while the end of its hold is to come. */
export function signalCardEscrow(escrow: CardEscrowEntity): Enqueued {
  const known = cardEscrowAdvancedOf(escrow)
  return {
    workflowId: cardEscrowWorkflowId(escrow.id),
    message: {
      workflow: 'cardEscrow',
      taskQueue: queues.payments,
      args: [{ escrowId: escrow.id, known }],
      searchAttributes: { MerchantId: escrow.merchantId, Mode: escrow.mode },
      summary: 'card escrow',
      signal: { name: cardEscrowAdvanced.name, args: [{ ...known }] },
      ...(known.dueAt === null ? { onlyIfRunning: true } : { mayRunAgain: true }),
    },
  }
}

/** The row as the message to its workflow. */
export function cardEscrowAdvancedOf({ state, stateVersion, ...hold }: CardEscrowEntity): CardEscrowAdvanced {
  return { sequence: stateVersion, state, dueAt: dueOf({ state, ...hold })?.toISOString() ?? null }
}

type Hold = Pick<CardEscrowEntity, 'state' | 'refundAt' | 'noticedAt' | 'transferredMinor'>

/** Its merchant is told first; what is not held any more, or disputed, ends otherwise. */
function dueOf({ state, refundAt, noticedAt, transferredMinor }: Hold): Date | null {
  const isHeld = (state === 'funded' || state === 'partially_refunded') && transferredMinor === 0n
  if (!isHeld || refundAt === null) return null
  return noticedAt === null ? noticeBefore(refundAt) : refundAt
}
