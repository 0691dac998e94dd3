import type { SeenCardPayment } from '@gateway/contract/cards'
import { readCardPayment, readEscrowOf } from '@gateway/db/cards/card-queries'
import type { CardPaymentEntity } from '@gateway/db/cards/card-payment.entity'
import { findIntentOf } from '@gateway/db/cards/processor/intent-queries'
import { ProcessorFailed, ProcessorLate } from '@gateway/domain/cards/errors'
import { NotFound } from '@gateway/domain/kernel/error'
import type { ApiContext } from '../../kernel/context.ts'
import { awaitIntent, readRefusal } from '../lifecycle/await-processor.ts'

/**
 * A created card payment, once its page is there.
 *
 * @throws {ProcessorFailed} when the processor has refused the page; the payment is over and does not count.
 * @throws {ProcessorLate} when there was no answer within ten seconds; the payment has its page later.
 */
export async function awaitSession(ctx: ApiContext, { paymentId }: { paymentId: string }): Promise<SeenCardPayment> {
  const intent = await findIntentOf(ctx.orm.em.fork(), { purpose: 'card_charge', ref: paymentId })
  if (!intent) throw new NotFound('card payment')
  const ended = await awaitIntent(ctx, intent.id)
  if (!ended) throw new ProcessorLate()
  if (ended.state === 'void') throw new ProcessorFailed(await readRefusal(ctx, ended.id))
  const payment = await readCardPayment(ctx.orm.em.fork(), { id: paymentId })
  if (!payment) throw new NotFound('card payment')
  return withEscrowState(ctx, payment)
}

/** A card payment that was read, with the state of its escrow. */
export async function withEscrowState(ctx: Pick<ApiContext, 'orm'>, payment: CardPaymentEntity): Promise<SeenCardPayment> {
  const escrow = payment.escrowId === null ? undefined : await readEscrowOf(ctx.orm.em.fork(), { paymentId: payment.id })
  return { payment, escrowState: escrow?.state ?? null }
}
