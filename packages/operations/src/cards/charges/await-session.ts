import type { SeenCardPayment } from '@gateway/contract/cards'
import { readCardPayment, readEscrowOf } from '@gateway/db/cards/card-queries'
import { findAttempt, findIntentOf } from '@gateway/db/cards/processor-queries'
import { ProcessorFailed, ProcessorLate } from '@gateway/domain/cards/errors'
import { NotFound } from '@gateway/domain/kernel/error'
import type { ApiContext } from '../../kernel/context.ts'
import { awaitAnswer } from '../lifecycle/await-answer.ts'

/**
 * A created card payment, once its page is there.
 *
 * @throws {ProcessorFailed} when the processor has refused the page; the payment is over and does not count.
 * @throws {ProcessorLate} when there was no answer within ten seconds; the payment has its page later.
 */
export async function awaitSession(ctx: ApiContext, { paymentId }: { paymentId: string }): Promise<SeenCardPayment> {
  const intent = await findIntentOf(ctx.orm.em.fork(), { purpose: 'card_charge', ref: paymentId })
  if (!intent) throw new NotFound('card payment')
  const ended = await awaitAnswer(ctx, intent.id, async () => {
    const found = await findIntentOf(ctx.orm.em.fork(), { purpose: 'card_charge', ref: paymentId })
    return found?.state === 'final' || found?.state === 'void' ? found : undefined
  })
  if (!ended) throw new ProcessorLate()
  if (ended.state === 'void') throw new ProcessorFailed(await readReason(ctx, ended.id))
  return readSeen(ctx, { paymentId })
}

async function readReason(ctx: ApiContext, intentId: string): Promise<string | null> {
  const attempt = await findAttempt(ctx.orm.em.fork(), { intentId })
  // The engine has written it.
  const proof = attempt?.proof as { readonly refused?: { readonly code: string | null } } | null | undefined
  return proof?.refused?.code ?? null
}

/** A card payment with the state of its escrow. @throws {NotFound} */
export async function readSeen(ctx: Pick<ApiContext, 'orm'>, { paymentId }: { paymentId: string }): Promise<SeenCardPayment> {
  const em = ctx.orm.em.fork()
  const payment = await readCardPayment(em, { id: paymentId })
  if (!payment) throw new NotFound('card payment')
  const escrow = payment.escrowId === null ? undefined : await readEscrowOf(em, { paymentId })
  return { payment, escrowState: escrow?.state ?? null }
}
