import type { Em } from '@gateway/db/orm'
import { DomainError } from '@gateway/domain/kernel/error'
import { announceChange } from '../../events/publish-events.ts'
import { countUsage } from '../../businesses/plans/count-usage.ts'
import { allocateAddresses } from '../../custody/address-pool/allocate-addresses.ts'
import { queueNotification } from '../../kernel/notifications.ts'
import { transaction } from '../../kernel/transaction.ts'
import type { Draft } from './draft-payment.ts'
import { type CreatedPayment, openPayment } from './open-payment.ts'

/** What a transaction has written of a payment. */
interface Written {
  readonly created: CreatedPayment
  readonly outboxIds: readonly string[]
}

/**
 * Commits a payment in its own transaction and sends the message to its workflow at once.
 *
 * @throws {AddressUnavailable} {UsageLimitExceeded}
 */
export async function commitPayment(draft: Draft): Promise<CreatedPayment> {
  const { ctx } = draft
  const { created, outboxIds } = await transaction(ctx, async (em) => {
    const written = await writePayment(em, draft)
    await ctx.failpoint('beforeCreateCommit')
    return written
  })
  await ctx.failpoint('afterCreateCommit')
  ctx.tryNow(outboxIds)
  return created
}

/** Writes usage, quote, address with its payout terms, payment, event, deliveries and the message that starts its workflow. */
async function writePayment(em: Em, draft: Draft): Promise<Written> {
  const { ctx, addressTerms, endpoints } = draft
  const [allocated] = await allocateAddresses(em, [draft])
  const [usage] = await countUsage(em, ctx, [draft])
  const opened = openPayment(draft, { allocated, usage })
  if (opened instanceof DomainError) throw opened
  const { created, rows, announcement, message } = opened
  queueNotification(em, { channel: 'committed', payload: addressTerms.id })
  const outboxIds = await announceChange(em, ctx, { announcements: [announcement], rows, messages: [message], endpoints })
  return { created, outboxIds }
}
