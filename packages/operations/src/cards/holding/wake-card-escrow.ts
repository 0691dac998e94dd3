import { readStored } from '@gateway/db/cards/hold-queries'
import { NotFound } from '@gateway/domain/kernel/error'
import type { CardEscrowAdvanced } from '@gateway/workflows/cards/signals'
import type { Context } from '../../kernel/context.ts'
import { queueNotification } from '../../kernel/notifications.ts'
import { transaction } from '../../kernel/transaction.ts'
import { cardEscrowAdvancedOf } from '../lifecycle/workflow-messages.ts'

/** Wakes the role that calls the card processor: it finds by the row what is due of a card escrow. @throws {NotFound} */
export async function wakeCardEscrow(ctx: Pick<Context, 'orm' | 'ids'>, { escrowId }: { escrowId: string }): Promise<CardEscrowAdvanced> {
  return transaction(ctx, async (em) => {
    const escrow = await readStored(em, { escrowId })
    if (!escrow) throw new NotFound('card escrow')
    queueNotification(em, { channel: 'processor_due', payload: '' })
    return cardEscrowAdvancedOf(escrow)
  })
}
