import type { ChainCursorEntity } from '@gateway/db/chainwatch/chain-cursor.entity'
import { findCursor } from '@gateway/db/chainwatch/queries'
import { lockPayments } from '@gateway/db/payments/queries'
import { findQuotes } from '@gateway/db/rates/queries'
import type { ExpiryAnswer } from '@gateway/workflows/payments/activities'
import type { Context } from '../context.ts'
import { transaction } from '../transaction.ts'
import { advancePayments } from './advance-payments.ts'

/**
 * Expires a payment whose window is over, unless a deposit was faster.
 *
 * The row decides, not the timer: nothing expires before its chain has been read up to the deadline, so that a deposit that was made in
 * time is never turned away because the watcher was behind.
 */
export async function expirePayment(ctx: Context, { paymentId }: { paymentId: string }): Promise<ExpiryAnswer> {
  return transaction(ctx, async (em) => {
    const [payment] = await lockPayments(em, [paymentId])
    if (payment?.state !== 'pending') return { outcome: payment?.state === 'expired' ? 'expired' : 'moved' }
    const cursor = await findCursor(em, { chain: payment.chain })
    if (!cursor || !isReadUpTo(cursor, payment.expiresAt) || ctx.clock.now() < payment.expiresAt) return { outcome: 'watcher_behind' }
    const quote = (await findQuotes(em, [payment.quoteId])).get(payment.quoteId)
    if (!quote) throw new Error(`payment ${payment.id} has no quote`)
    const view = { height: cursor.height, finalizedHeight: cursor.finalizedHeight ?? undefined }
    await advancePayments(em, ctx, [{ payment, inputs: ['expire'], quote, view }])
    return { outcome: 'expired' }
  })
}

/** True when the scanner has stood at its chain's head at or after a moment: whatever arrived before it is known. */
const isReadUpTo = (cursor: Pick<ChainCursorEntity, 'caughtUpAt'>, moment: Date): boolean =>
  cursor.caughtUpAt !== null && cursor.caughtUpAt >= moment
