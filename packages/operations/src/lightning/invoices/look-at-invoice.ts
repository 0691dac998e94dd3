import type { FoundInvoice } from '@gateway/chains/lightning/invoice-node'
import {
  claimPayment,
  findInvoiceOfHash,
  findLiveSend,
  lockLightningPayment,
  lookAtPaymentLater,
  receivedPayments,
} from '@gateway/db/lightning/payment-queries'
import { findPreimage } from '@gateway/db/lightning/preimage-queries'
import type { Em } from '@gateway/db/orm'
import { lightningReceived } from '@gateway/domain/ledger/lightning-templates'
import { transaction } from '../../kernel/transaction.ts'
import { postTransfers } from '../../ledger/post-transfer.ts'
import { advanceLightning } from '../lifecycle/advance-lightning.ts'
import { leaseUntil } from '../lifecycle/lease-until.ts'
import type { InvoiceContext } from '../lifecycle/lightning-context.ts'

const LOOK_EVERY_MS = 60_000

/** When an open invoice is looked up next: no stream tells that one has expired or was cancelled. */
export const nextLook = (now: Date): Date => new Date(now.getTime() + LOOK_EVERY_MS)

/** Looks up the invoice that a stream has named; one that is not ours, or has ended, is none. @throws {LightningUnavailable} */
export async function lookAtHash(ctx: InvoiceContext, { paymentHash }: { paymentHash: string }): Promise<void> {
  const em = ctx.orm.em.fork()
  const invoice = await findInvoiceOfHash(em, { paymentHash })
  if (invoice?.state === 'pending') await settleByLookUp(ctx, { id: invoice.id, paymentHash })
}

/** Looks up a due invoice, unless another process has it. @throws {LightningUnavailable} when the node does not answer. */
export async function lookAtInvoice(ctx: InvoiceContext, { id }: { id: string }): Promise<void> {
  const now = ctx.clock.now()
  const claimed = await claimPayment(ctx.orm.em.fork(), { id, now, until: leaseUntil(now) })
  if (claimed) await settleByLookUp(ctx, claimed)
}

async function settleByLookUp(ctx: InvoiceContext, { id, paymentHash }: { id: string; paymentHash: string }): Promise<void> {
  const found = await ctx.invoices.lookUpInvoice(paymentHash)
  await transaction(ctx, (em) => applyFound(em, ctx, { id, found }))
}

interface Applied {
  readonly id: string
  readonly found: FoundInvoice
}

/** Money counts with state SETTLED alone, and as much as was paid. An invoice that the node does not know stays pending: that proves nothing. */
async function applyFound(em: Em, ctx: InvoiceContext, { id, found }: Applied): Promise<void> {
  const payment = await lockLightningPayment(em, { id })
  if (payment?.state !== 'pending') return
  if (found.state === 'settled') {
    const preimage = await findPreimage(em, { paymentId: id })
    const amountMsat = found.amountPaidMsat
    Object.assign(payment, { amountMsat, preimage: preimage ?? null, settledAt: found.settledAt })
    await advanceLightning(em, ctx, { payment, input: 'settle', of: receivedPayments })
    // Last: all payments share the account of the node, and wait for it from here to the commit.
    return void (await postTransfers(em, ctx, [lightningReceived({ mode: payment.mode, walletId: payment.nodeId }, { id, amountMsat })]))
  }
  const isEnded = found.state === 'canceled' && !(await findLiveSend(em, payment))
  if (isEnded) return advanceLightning(em, ctx, { payment, input: 'fail', of: receivedPayments })
  return lookAtPaymentLater(em, { id, lookAt: nextLook(ctx.clock.now()) })
}
