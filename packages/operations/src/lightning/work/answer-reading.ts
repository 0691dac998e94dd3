import type { DecodedInvoice } from '@gateway/chains/lightning/decoded-invoice'
import { answerRequest, endWaitingRequest, findLightningRequest } from '@gateway/db/lightning/request-queries'
import type { LightningInvoiceRead } from '@gateway/domain/lightning/request'
import { queueNotification } from '../../kernel/notifications.ts'
import { transaction } from '../../kernel/transaction.ts'
import type { PayContext } from '../lifecycle/lightning-context.ts'
import { decodeInvoice } from '../sends/decode-invoice.ts'

/**
 * Answers what the node reads from an invoice. Nothing is booked, so a second answer does no harm.
 *
 * @throws {LightningUnavailable} when the node does not answer; whoever asked withdraws the request.
 */
export async function answerReading(ctx: PayContext, { id }: { id: string }): Promise<void> {
  const request = await findLightningRequest(ctx.orm.em.fork(), { id })
  if (request?.state !== 'waiting' || request.wanted.kind !== 'read') return
  const read = await decodeInvoice(ctx, request.wanted.paymentRequest)
  await transaction(ctx, async (em) => {
    const endedAt = ctx.clock.now()
    if ('reason' in read) await endWaitingRequest(em, { id, state: 'refused', refusal: read, endedAt })
    else await answerRequest(em, { id, answer: asRead(read), endedAt })
    queueNotification(em, { channel: 'lightning_answered', payload: id })
  })
}

const asRead = ({
  paymentHash,
  amountMsat,
  description,
  descriptionHash,
  destination,
  expiresAt,
}: DecodedInvoice): LightningInvoiceRead => ({
  paymentHash,
  amountMsat: amountMsat === null ? null : String(amountMsat),
  description,
  descriptionHash,
  payee: destination,
  expiresAt: expiresAt.toISOString(),
})
