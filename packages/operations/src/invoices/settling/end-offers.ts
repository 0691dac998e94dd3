import { endQuotes } from '@gateway/db/invoices/money/quote-queries'
import type { Em } from '@gateway/db/orm'
import type { ApiContext } from '../../kernel/context.ts'
import { closeCards } from '../crediting/close-cards.ts'

/** Ends what was asked for before the remainder of a locked invoice changed, in the caller's transaction: its quote and its open card pages. */
export async function endOffers(em: Em, ctx: Pick<ApiContext, 'ids' | 'clock'>, { id: invoiceId }: { id: string }): Promise<void> {
  await endQuotes(em, { invoiceId, at: ctx.clock.now() })
  await closeCards(em, ctx, { invoiceId })
}
