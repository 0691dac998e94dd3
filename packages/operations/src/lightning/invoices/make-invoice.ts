import type { CreatedInvoice } from '@gateway/chains/lightning/invoice-node'
import { insertTogether } from '@gateway/db/kernel/insert-together'
import type { LightningPaymentEntity } from '@gateway/db/lightning/lightning-payment.entity'
import type { LightningRequestEntity } from '@gateway/db/lightning/lightning-request.entity'
import { keepPreimage } from '@gateway/db/lightning/preimage-queries'
import { endWaitingRequest, findLightningRequest } from '@gateway/db/lightning/request-queries'
import { readLightningWallet } from '@gateway/db/lightning/wallet-queries'
import { INVOICE_EXPIRY_SECONDS } from '@gateway/domain/lightning/amounts'
import { lightningMachine } from '@gateway/domain/lightning/machine'
import type { InvoiceWanted } from '@gateway/domain/lightning/request'
import { createHash } from 'node:crypto'
import { queueNotification } from '../../kernel/notifications.ts'
import { transaction } from '../../kernel/transaction.ts'
import type { InvoiceContext } from '../lifecycle/lightning-context.ts'
import { nextLook } from './look-at-invoice.ts'

/**
 * Has the node make the invoice of a request, and stores it. The preimage is stored first, so that a repeat finds the invoice that exists; an invoice of a
 * request that was withdrawn meanwhile is cancelled, and was shown to nobody.
 *
 * @throws {LightningUnavailable} when the node does not answer; the request waits.
 */
export async function makeInvoice(ctx: InvoiceContext, { id }: { id: string }): Promise<void> {
  const request = await findLightningRequest(ctx.orm.em.fork(), { id })
  if (request?.state !== 'waiting' || request.wanted.kind !== 'invoice') return
  const preimage = await keepPreimage(ctx.orm.em.fork(), { paymentId: id, preimage: ctx.ids.bytes(32).toString('hex') })
  const made = await ctx.invoices.addInvoice(invoiceOf(request.wanted, preimage))
  if (made.paymentHash !== hashOf(preimage)) throw new Error('the node has made an invoice for another payment hash')
  const isTaken = await transaction(ctx, async (em) => {
    const { clock } = ctx
    if (!(await endWaitingRequest(em, { id, state: 'taken', refusal: null, endedAt: clock.now() }))) return false
    const wallet = await readLightningWallet(em, { id: request.nodeId })
    if (!wallet) throw new Error('a request names no wallet')
    await insertTogether(em, [{ into: 'lightning_payment', rows: [incoming(ctx, { request, walletId: wallet.walletId, made })] }])
    queueNotification(em, { channel: 'lightning_answered', payload: id })
    return true
  })
  if (!isTaken) await ctx.invoices.cancelInvoice(made.paymentHash)
}

/** A text that is not in the invoice itself is hashed; the node takes either. */
const invoiceOf = ({ amountMsat, description, lnurlMetadata }: InvoiceWanted, preimage: string) => ({
  preimage,
  amountMsat: BigInt(amountMsat),
  expirySeconds: INVOICE_EXPIRY_SECONDS,
  ...(lnurlMetadata === null ? { memo: description ?? '' } : { descriptionHash: sha256(Buffer.from(lnurlMetadata)) }),
})

interface Made {
  readonly request: LightningRequestEntity
  readonly walletId: string
  readonly made: CreatedInvoice
}

function incoming({ clock }: Pick<InvoiceContext, 'clock'>, { request, walletId, made }: Made): LightningPaymentEntity {
  const { id, nodeId, merchantId, businessId, mode, wanted } = request
  if (wanted.kind !== 'invoice') throw new Error('only a request for an invoice becomes one')
  const now = clock.now()
  return {
    id,
    nodeId,
    merchantId,
    businessId,
    mode,
    walletId,
    direction: 'incoming',
    state: lightningMachine.initial,
    paymentHash: made.paymentHash,
    paymentRequest: made.paymentRequest,
    amountMsat: BigInt(wanted.amountMsat),
    reserveMsat: 0n,
    feeMsat: 0n,
    isInternal: false,
    description: wanted.description,
    destination: null,
    preimage: null,
    lnurlMetadata: wanted.lnurlMetadata,
    expiresAt: new Date(now.getTime() + INVOICE_EXPIRY_SECONDS * 1_000),
    lookAt: nextLook(now),
    settledAt: null,
    eventSequence: 0,
    createdAt: now,
    updatedAt: now,
  }
}

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')
const hashOf = (preimage: string): string => sha256(Buffer.from(preimage, 'hex'))
