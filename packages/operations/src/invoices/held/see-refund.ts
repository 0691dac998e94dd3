import type { SeenRefund } from '@gateway/contract/invoices/refunds'
import type { InvoiceEntity } from '@gateway/db/invoices/invoice.entity'
import type { InvoiceGiveBackEntity } from '@gateway/db/invoices/money/invoice-give-back.entity'
import type { Em } from '@gateway/db/orm'
import type { Context } from '../../kernel/context.ts'
import { refundStatus } from '../../payments/refunds/refund-status.ts'
import { estimateRefund } from '../../payments/refunds/shared/estimate-refund.ts'
import type { KnownRefund } from '../../payments/refunds/shared/read-refunds.ts'
import { hasAddress } from '../deposits/invoice-holding.ts'
import { refundedInvoice } from './refunded-invoice.ts'

type SeeContext = Pick<Context, 'clock' | 'rails'>
type State = KnownRefund['refund']['state']

/** A refund of held money of an invoice as it is answered. */
export async function seeRefund(
  em: Em,
  ctx: SeeContext,
  { invoice, known }: { invoice: InvoiceEntity; known: KnownRefund },
): Promise<SeenRefund> {
  const { refund, payout } = known
  const units = payout.intent?.units ?? (await openUnits(em, ctx, { invoice, state: refund.state }))
  return {
    id: refund.id,
    invoiceId: invoice.id,
    currency: invoice.currency,
    amountMinor: null,
    asset: invoice.asset,
    units,
    paidUnits: refund.state === 'returned' ? (units ?? 0n) : 0n,
    address: refund.address,
    status: refundStatus(refund, ctx.clock.now()),
    url: null,
    // Before it is broadcast nobody could find it.
    txIds: payout.attempt && payout.attempt.state !== 'signed' ? [payout.attempt.handle] : [],
    expiresAt: refund.offerEndsAt,
    payableFrom: refund.usableAt,
    reason: null,
    createdAt: refund.offeredAt,
  }
}

/** What an open refund would take now; null once it has ended. */
async function openUnits(em: Em, ctx: SeeContext, { invoice, state }: { invoice: InvoiceEntity; state: State }): Promise<bigint | null> {
  if (!hasAddress(invoice) || state === 'withdrawn') return null
  return (await estimateRefund(em, ctx, refundedInvoice(invoice))).units
}

/** What a merchant has given back from elsewhere, as it is answered. */
export const seeGivenBack = ({ id, currency }: InvoiceEntity, given: InvoiceGiveBackEntity): SeenRefund => ({
  id: given.id,
  invoiceId: id,
  currency,
  amountMinor: given.amountMinor,
  asset: null,
  units: null,
  paidUnits: 0n,
  address: null,
  status: 'refunded',
  url: null,
  txIds: given.txId === null ? [] : [given.txId],
  expiresAt: null,
  payableFrom: null,
  reason: given.note,
  createdAt: given.givenAt,
})
