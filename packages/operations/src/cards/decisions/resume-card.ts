import { lockCardPayment } from '@gateway/db/cards/card-queries'
import { saveHoldEnd } from '@gateway/db/cards/held-queries'
import type { OperatorName } from '@gateway/domain/accounts/operator'
import { InvalidState, NotFound } from '@gateway/domain/kernel/error'
import { writeAuditEntry } from '../../accounts/audit/write-audit-entry.ts'
import type { Context } from '../../kernel/context.ts'
import { queueNotification } from '../../kernel/notifications.ts'
import { transaction } from '../../kernel/transaction.ts'

/** An operator's word that what has held a card payment is settled. */
interface Resumption {
  readonly paymentId: string
  readonly by: OperatorName
  /** How it was settled, for the audit log. */
  readonly reason: string
}

/**
 * Ends the hold of a card payment: its money can be refunded and released again, and what was due meanwhile goes on. Sums and state stay as they are.
 *
 * @returns the reason of the hold that has ended.
 * @throws {NotFound} @throws {InvalidState} when it is not held.
 */
export async function resumeCard(ctx: Pick<Context, 'orm' | 'ids' | 'clock'>, { paymentId, by, reason }: Resumption): Promise<string> {
  return transaction(ctx, async (em) => {
    const payment = await lockCardPayment(em, { id: paymentId })
    if (!payment) throw new NotFound('card payment')
    const { holdReason, state, refundedMinor, currency } = payment
    if (holdReason === null) throw new InvalidState(state, 'resume a card payment that is not held')
    await saveHoldEnd(em, Object.assign(payment, { holdReason: null, updatedAt: ctx.clock.now() }))
    const details = { holdReason, reason, state, currency, refunded: String(refundedMinor) }
    await writeAuditEntry(em, ctx, { actor: by, action: 'card.resume', subjectId: payment.id, details })
    queueNotification(em, { channel: 'processor_due', payload: '' })
    return holdReason
  })
}
