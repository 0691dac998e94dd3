import type { CreatedInvoice } from '@gateway/chains/lightning/invoice-node'
import { insertTogether } from '@gateway/db/kernel/insert-together'
import type { LightningPaymentEntity } from '@gateway/db/lightning/lightning-payment.entity'
import type { LightningRequestEntity } from '@gateway/db/lightning/lightning-request.entity'
import { deletePreimage, findPreimage, keepPreimage } from '@gateway/db/lightning/preimage-queries'
import { endWaitingRequest, findLightningRequest, lockLightningRequest } from '@gateway/db/lightning/request-queries'
import { getLightningWallet } from '@gateway/db/lightning/wallet-queries'
import type { Em } from '@gateway/db/orm'
import { INVOICE_EXPIRY_SECONDS } from '@gateway/domain/lightning/amounts'
import { lightningMachine } from '@gateway/domain/lightning/machine'
import type { InvoiceWanted } from '@gateway/domain/lightning/request'
import { createHash } from 'node:crypto'
import { queueNotification } from '../../kernel/notifications.ts'
import { transaction } from '../../kernel/transaction.ts'
import type { InvoiceContext } from '../lifecycle/lightning-context.ts'
import { nextLook } from './look-at-invoice.ts'

/**
 * Has the node make the invoice of a request, and stores it. The preimage is stored first, so that a repeat finds the invoice that exists. An invoice of a
 * request that was withdrawn meanwhile was shown to nobody: it is cancelled, and its preimage forgotten, so that the same request gets another one later.
 *
 * @throws {LightningUnavailable} when the node does not answer; the request waits.
 */
export async function makeInvoice(ctx: InvoiceContext, { id }: { id: string }): Promise<void> {
  const request = await findLightningRequest(ctx.orm.em.fork(), { id })
  if (request?.state !== 'waiting' || request.wanted.kind !== 'invoice') return
  const [made, { walletId }] = await Promise.all([
    invoiceFor(ctx, { id, wanted: request.wanted }),
    getLightningWallet(ctx.orm.em.fork(), { id: request.nodeId }),
  ])
  const isStored = await transaction(ctx, (em) => store(em, ctx, { request, walletId, made }))
  if (!isStored) await ctx.invoices.cancelInvoice(made.paymentHash)
}

/** The invoice of the node, and what pays it. */
interface Made extends CreatedInvoice {
  readonly preimage: string
}

/** What a crash has left at the node is found, and made anew where nobody can pay it any more. What was paid belongs to the wallet. */
async function invoiceFor(ctx: InvoiceContext, { id, wanted }: { id: string; wanted: InvoiceWanted }): Promise<Made> {
  const em = ctx.orm.em.fork()
  const preimage = await keepPreimage(em, { paymentId: id, preimage: ctx.ids.bytes(32).toString('hex') })
  const made = await ctx.invoices.addInvoice(invoiceOf(wanted, preimage))
  if (made.paymentHash !== hashOf(preimage)) throw new Error('the node has made an invoice for another payment hash')
  if (made.state !== 'canceled') return { ...made, preimage }
  await deletePreimage(em, { paymentId: id, preimage })
  return invoiceFor(ctx, { id, wanted })
}

interface Stored {
  readonly request: LightningRequestEntity
  /** The merchant's name of its wallet. */
  readonly walletId: string
  readonly made: Made
}

/** True when the invoice is that of the payment, whichever process has stored it; otherwise its preimage is forgotten, and it has to be cancelled. */
async function store(em: Em, ctx: InvoiceContext, stored: Stored): Promise<boolean> {
  const { request, made } = stored
  const named = { paymentId: request.id, preimage: made.preimage }
  const state = await lockLightningRequest(em, request)
  const isKept = (await findPreimage(em, named)) === made.preimage
  if (state === 'taken' && isKept) return true
  if (state === 'waiting' && isKept) return take(em, ctx, stored)
  await deletePreimage(em, named)
  return false
}

async function take(em: Em, ctx: InvoiceContext, stored: Stored): Promise<true> {
  const { id } = stored.request
  await endWaitingRequest(em, { id, state: 'taken', refusal: null, endedAt: ctx.clock.now() })
  await insertTogether(em, [{ into: 'lightning_payment', rows: [incoming(ctx, stored)] }])
  queueNotification(em, { channel: 'lightning_answered', payload: id })
  return true
}

/** A text that is not in the invoice itself is hashed; the node takes either. */
const invoiceOf = ({ amountMsat, description, lnurlMetadata }: InvoiceWanted, preimage: string) => ({
  preimage,
  amountMsat: BigInt(amountMsat),
  expirySeconds: INVOICE_EXPIRY_SECONDS,
  ...(lnurlMetadata === null ? { memo: description ?? '' } : { descriptionHash: sha256(Buffer.from(lnurlMetadata)) }),
})

function incoming({ clock }: Pick<InvoiceContext, 'clock'>, { request, walletId, made }: Stored): LightningPaymentEntity {
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
    expiresAt: made.expiresAt,
    lookAt: nextLook(now),
    settledAt: null,
    eventSequence: 0,
    createdAt: now,
    updatedAt: now,
  }
}

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')
const hashOf = (preimage: string): string => sha256(Buffer.from(preimage, 'hex'))
