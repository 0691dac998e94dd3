import type { LightningPaymentEntity } from '@gateway/db/lightning/lightning-payment.entity'
import { findInvoiceOfHash } from '@gateway/db/lightning/payment-queries'
import { endWaitingRequest } from '@gateway/db/lightning/request-queries'
import { MSAT_PER_SAT } from '@gateway/domain/lightning/amounts'
import { FOREIGN_SIGNED, isSameInvoice } from '@gateway/domain/lightning/destination'
import type { LightningRefusal } from '@gateway/domain/lightning/request'
import { areTerms, termsOfSend } from '@gateway/domain/lightning/terms'
import { queueNotification } from '../../kernel/notifications.ts'
import { transaction } from '../../kernel/transaction.ts'
import type { PayContext } from '../lifecycle/lightning-context.ts'
import { readRequest } from '../lifecycle/read-request.ts'
import { bookSend, type Booking } from './book-send.ts'
import { decodeInvoice } from './decode-invoice.ts'

/**
 * Takes a request to send: the node reads the invoice, the terms are checked, and the payment is booked with its reserve, or the request is refused. The
 * invoice was resolved when the request was made; a repeat pays the same.
 *
 * @throws {LightningUnavailable} when the node does not answer; the request waits.
 */
export async function takeSend(ctx: PayContext, { id }: { id: string }): Promise<void> {
  const request = await readRequest(ctx, { id })
  if (request?.state !== 'waiting') return
  const read = await readTerms(ctx, request)
  const refusal = 'reason' in read ? read : await bookSend(ctx, read)
  if (refusal) await refuseSend(ctx, { id, refusal })
}

async function refuseSend(ctx: PayContext, { id, refusal }: { id: string; refusal: LightningRefusal }): Promise<void> {
  await transaction(ctx, async (em) => {
    await endWaitingRequest(em, { id, state: 'refused', refusal, endedAt: ctx.clock.now() })
    queueNotification(em, { channel: 'lightning_answered', payload: id })
  })
}

async function readTerms(ctx: PayContext, request: Booking['request']): Promise<Booking | LightningRefusal> {
  const { wanted } = request
  if (wanted.kind !== 'send') throw new Error('this request is none to send')
  const decoded = await decodeInvoice(ctx, wanted.paymentRequest)
  if ('reason' in decoded) return decoded
  const terms = termsOfSend(wanted, decoded, ctx.clock.now())
  if (!areTerms(terms)) return terms
  const { paymentSats } = ctx.lightningLimits
  if (terms.amountMsat > paymentSats * MSAT_PER_SAT) return { reason: 'too_large', maximumSats: String(paymentSats) }
  const invoice = await findInvoiceOfHash(ctx.orm.em.fork(), decoded)
  return (invoice && refusalOf(invoice, { request, wanted })) ?? { request, wanted, decoded, terms, isInternal: invoice !== undefined }
}

/** Why a wallet cannot pay what has the hash of an invoice of this service. */
function refusalOf(
  invoice: LightningPaymentEntity,
  { request, wanted }: Pick<Booking, 'request' | 'wanted'>,
): LightningRefusal | undefined {
  const { nodeId, state } = invoice
  if (!isSameInvoice(invoice, wanted)) return FOREIGN_SIGNED
  if (nodeId === request.nodeId) return { reason: 'own_wallet' }
  if (state === 'settled') return { reason: 'already_paid' }
  return state === 'failed' ? { reason: 'invalid', field: 'destination', message: 'the invoice cannot be paid any more' } : undefined
}
