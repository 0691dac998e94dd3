import { ownInvoices } from '@gateway/db/invoices/queries'
import type { InvoiceEntity } from '@gateway/db/invoices/invoice.entity'
import type { Em } from '@gateway/db/orm'
import type { Command } from '../../businesses/owned/change-owned.ts'
import { lockOwned } from '../../businesses/owned/change-owned.ts'
import { storeResponse } from '../../idempotency/idempotency-keys.ts'
import type { ApiContext } from '../../kernel/context.ts'
import { transaction } from '../../kernel/transaction.ts'

/** What a command has done: its outcome, which is answered, and the outbox messages to send after the commit. */
export interface Done<Outcome> {
  readonly outcome: Outcome
  readonly outboxIds?: readonly string[]
}

/**
 * Changes an invoice of the caller in one transaction, under the lock of its row, and stores the response with it.
 *
 * @throws {NotFound} also for another merchant's. @throws {ConcurrentUpdate} while others change it.
 */
export async function changeInvoice<Outcome>(
  ctx: ApiContext,
  { actor, id, keep }: Command<Outcome>,
  work: (em: Em, invoice: InvoiceEntity) => Promise<Done<Outcome>>,
): Promise<Outcome> {
  const { outcome, outboxIds = [] } = await transaction(ctx, async (em) => {
    const invoice = await lockOwned(em, { of: ownInvoices, actor, id })
    const done = await work(em, invoice)
    await storeResponse(em, keep, done.outcome)
    return done
  })
  await ctx.failpoint('afterChangeCommit')
  ctx.tryNow(outboxIds)
  return outcome
}
