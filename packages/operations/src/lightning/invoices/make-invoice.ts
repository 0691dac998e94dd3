import { INVOICE_EXPIRY_SECONDS } from '@gateway/domain/lightning/amounts'
import type { InvoiceWanted } from '@gateway/domain/lightning/request'
import { deletePreimage } from '@gateway/db/lightning/preimage-queries'
import { createHash } from 'node:crypto'
import type { InvoiceContext } from '../lifecycle/lightning-context.ts'
import { readRequest } from '../lifecycle/read-request.ts'
import { keepPreimage } from './keep-preimage.ts'
import { type MadeInvoice, storeInvoice } from './store-invoice.ts'

/**
 * Has the node make the invoice of a request, and stores it. The preimage is stored first, so that a repeat finds the invoice that exists. An invoice of a
 * request that was withdrawn meanwhile was shown to nobody: it is cancelled, and its preimage forgotten, so that the same request gets another one later.
 *
 * @throws {LightningUnavailable} when the node does not answer; the request waits.
 */
export async function makeInvoice(ctx: InvoiceContext, { id }: { id: string }): Promise<void> {
  const request = await readRequest(ctx, { id })
  if (request?.state !== 'waiting' || request.wanted.kind !== 'invoice') return
  const made = await invoiceFor(ctx, { id, wanted: request.wanted })
  if (!(await storeInvoice(ctx, { request, made }))) await ctx.invoices.cancelInvoice(made.paymentHash)
}

/** What a crash has left at the node is found, and made anew where nobody can pay it any more. What was paid belongs to the wallet. */
async function invoiceFor(ctx: InvoiceContext, { id, wanted }: { id: string; wanted: InvoiceWanted }): Promise<MadeInvoice['made']> {
  const preimage = await keepPreimage(ctx, { paymentId: id, preimage: ctx.ids.bytes(32).toString('hex') })
  const made = await ctx.invoices.addInvoice(invoiceOf(wanted, preimage))
  if (made.paymentHash !== hashOf(preimage)) throw new Error('the node has made an invoice for another payment hash')
  if (made.state !== 'canceled') return { ...made, preimage }
  await deletePreimage(ctx.orm.em.fork(), { paymentId: id, preimage })
  return invoiceFor(ctx, { id, wanted })
}

/** A text that is not in the invoice itself is hashed; the node takes either. */
const invoiceOf = ({ amountMsat, description, lnurlMetadata }: InvoiceWanted, preimage: string) => ({
  preimage,
  amountMsat: BigInt(amountMsat),
  expirySeconds: INVOICE_EXPIRY_SECONDS,
  ...(lnurlMetadata === null ? { memo: description ?? '' } : { descriptionHash: sha256(Buffer.from(lnurlMetadata)) }),
})

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')
const hashOf = (preimage: string): string => sha256(Buffer.from(preimage, 'hex'))
