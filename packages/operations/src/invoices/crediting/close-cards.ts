import { findOpenCards } from '@gateway/db/invoices/money/card-queries'
import type { Em } from '@gateway/db/orm'
import type { Context } from '../../kernel/context.ts'
import { askProcessor } from '../../cards/lifecycle/processor-task.ts'

/**
 * Has the open card pages of a locked invoice closed, in the caller's transaction: by the role that calls the processor, so that the rows of its card payments
 * are never locked after that of the invoice. A customer who is faster has paid, and that counts.
 */
export async function closeCards(em: Em, ctx: Pick<Context, 'ids' | 'clock'>, { invoiceId }: { invoiceId: string }): Promise<void> {
  for (const { id: ref } of await findOpenCards(em, { invoiceId, isClosing: false }))
    await askProcessor(em, ctx, { kind: 'card_close', ref, request: {} })
}
