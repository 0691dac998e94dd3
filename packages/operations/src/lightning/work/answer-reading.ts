import { InvalidPaymentRequest } from '@gateway/chains/lightning/errors'
import { answerRequest, endWaitingRequest, findLightningRequest } from '@gateway/db/lightning/request-queries'
import type { LightningInvoiceRead, LightningRefusal } from '@gateway/domain/lightning/request'
import { queueNotification } from '../../kernel/notifications.ts'
import { transaction } from '../../kernel/transaction.ts'
import type { PayContext } from '../lifecycle/lightning-context.ts'

/**
 * Answers what the node reads from an invoice. Nothing is booked, so a second answer does no harm.
 *
 * @throws {LightningUnavailable} when the node does not answer; whoever asked withdraws the request.
 */
export async function answerReading(ctx: PayContext, id: string): Promise<void> {
  const request = await findLightningRequest(ctx.orm.em.fork(), { id })
  if (request?.state !== 'waiting' || request.wanted.kind !== 'read') return
  const read = await decode(ctx, request.wanted.paymentRequest)
  await transaction(ctx, async (em) => {
    const endedAt = ctx.clock.now()
    if ('reason' in read) await endWaitingRequest(em, { id, state: 'refused', refusal: read, endedAt })
    else await answerRequest(em, { id, answer: read, endedAt })
    queueNotification(em, { channel: 'lightning_answered', payload: id })
  })
}

async function decode({ pay }: PayContext, paymentRequest: string): Promise<LightningInvoiceRead | LightningRefusal> {
  try {
    const { amountMsat, destination, expiresAt, ...read } = await pay.decode(paymentRequest)
    return { ...read, payee: destination, amountMsat: amountMsat === null ? null : String(amountMsat), expiresAt: expiresAt.toISOString() }
  } catch (error) {
    if (!(error instanceof InvalidPaymentRequest)) throw error
    return { reason: 'invalid', field: 'destination', message: error.message }
  }
}
