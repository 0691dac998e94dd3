import { lockCardPayment } from '@gateway/db/cards/card-queries'
import { findWaitingTask } from '@gateway/db/cards/processor/task-queries'
import type { Em } from '@gateway/db/orm'
import { InvalidState, NotFound } from '@gateway/domain/kernel/error'
import { isUuid } from '@gateway/domain/kernel/id'
import type { ApiContext } from '../../kernel/context.ts'
import { transaction } from '../../kernel/transaction.ts'
import { isOpenUntilLater } from '../charges/next-look-at.ts'
import { awaitTask } from '../lifecycle/await-processor.ts'
import { askProcessor } from '../lifecycle/processor-task.ts'
import type { StoredPage } from './open-page.ts'

/** The address that opens a fresh page for a card payment, whenever it is asked for. */
export const checkoutAddress = ({ publicUrl }: Pick<ApiContext, 'publicUrl'>, paymentId: string): string =>
  `${publicUrl}/cards/checkout/${paymentId}`

/**
 * The page of the card processor for a payment whose page is opened afresh. Callers at once get the same one.
 *
 * @throws {NotFound} for any other payment. @throws {InvalidState} when it was paid or has expired. @throws {ProcessorFailed} {ProcessorLate}
 */
export async function openCheckout(ctx: ApiContext, { paymentId }: { paymentId: string }): Promise<string> {
  if (!isUuid(paymentId)) throw new NotFound('card payment')
  const taskId = await transaction(ctx, (em) => askForPage(em, ctx, paymentId))
  const { answer } = await awaitTask(ctx, taskId)
  // The task of this kind has stored it.
  return (answer as StoredPage).url
}

/** One task at a time, under the lock of the payment: two could open two pages. */
async function askForPage(em: Em, ctx: ApiContext, paymentId: string): Promise<string> {
  const payment = await lockCardPayment(em, { id: paymentId })
  if (!payment?.isReopenable) throw new NotFound('card payment')
  if (!isOpenUntilLater(ctx, payment)) throw new InvalidState(payment.state === 'pending' ? 'expired' : payment.state, 'pay by card')
  const waiting = await findWaitingTask(em, { kind: 'card_page', ref: paymentId })
  return waiting?.id ?? askProcessor(em, ctx, { kind: 'card_page', ref: paymentId, request: {} })
}
