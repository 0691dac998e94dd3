import { lockPayments } from '@gateway/db/payments/queries'
import { NotFound } from '@gateway/domain/kernel/error'
import type { ExpiryAnswer } from '@gateway/workflows/payments/activities'
import { readProgress } from '../../chainwatch/cursor/chain-view.ts'
import type { Context } from '../../kernel/context.ts'
import { quoteOf, readQuotes } from '../../rates/read-quotes.ts'
import { transaction } from '../../kernel/transaction.ts'
import { advancePayments } from '../lifecycle/advance-payments.ts'
import { reassessPayments } from '../assessment/reassess-payments.ts'
import { stateVersionOf } from '../lifecycle/workflow-messages.ts'

/**
 * Expires a payment whose window is over, unless a deposit came first.
 *
 * The row decides, not the timer: nothing expires before its chain has been scanned up to the deadline, so that a deposit in time counts even when
 * the scanner is behind. Late deposits from before the expiry are assessed now.
 */
export async function expirePayment(ctx: Context, { paymentId }: { paymentId: string }): Promise<ExpiryAnswer> {
  return transaction(ctx, async (em) => {
    const [payment] = await lockPayments(em, [paymentId])
    if (!payment) throw new NotFound('payment')
    if (payment.state === 'expired') return { outcome: 'expired' }
    if (payment.state !== 'pending') return { outcome: 'moved', known: stateVersionOf(payment) }
    const view = await readProgress(em, payment.chain)
    if (!view || !isKnownAt(view, payment.expiresAt) || ctx.clock.now() < payment.expiresAt) return { outcome: 'watcher_behind' }
    const quote = quoteOf(await readQuotes(em, [payment]), payment)
    await advancePayments(em, ctx, [{ payment, inputs: ['expire'], quote, view }])
    if (payment.receivedUnits === 0n) return { outcome: 'expired' }
    await reassessPayments(em, ctx, [payment])
    const [judged = payment] = await lockPayments(em, [paymentId])
    return judged.state === 'expired' ? { outcome: 'expired' } : { outcome: 'moved', known: stateVersionOf(judged) }
  })
}

/** True when every deposit up to a moment is known: the scanner has been at the head since. */
const isKnownAt = ({ knownUntil }: { knownUntil: Date | null }, moment: Date): boolean => knownUntil !== null && knownUntil >= moment
