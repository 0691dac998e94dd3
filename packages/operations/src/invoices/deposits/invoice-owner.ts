import { findPaid } from '@gateway/db/invoices/money/invoice-queries'
import { readInvoice } from '@gateway/db/invoices/queries'
import type { SpendPurpose } from '@gateway/domain/custody/purposes'
import type { AddressOwner, PayoutChange } from '../../kernel/address-owners.ts'
import { endEmptied } from '../../payments/refunds/shared/end-emptied.ts'
import { settleRows } from '../../payments/refunds/shared/settle-rows.ts'
import { assessInvoices } from './assess-invoices.ts'
import { hasAddress, holdingOf } from './invoice-holding.ts'
import { extendRounds } from './extend-rounds.ts'
import { planNextRounds } from './plan-rounds.ts'

/** What the payouts of a purpose are of: invoices, or refunds of invoices. */
const refsOf = (payouts: readonly Pick<PayoutChange, 'purpose' | 'ref'>[], purpose: SpendPurpose): string[] => [
  ...new Set(payouts.flatMap((payout) => (payout.purpose === purpose ? payout.ref : []))),
]

/** How invoices react to changed deposits and payouts; only their own events tell of it. */
export const invoiceOwner: AddressOwner = {
  async holdingOf(em, id) {
    const invoice = await readInvoice(em, { id })
    return invoice && hasAddress(invoice) ? holdingOf(invoice) : undefined
  },
  async depositsChanged(em, ctx, news) {
    await assessInvoices(em, ctx, news)
    await extendRounds(em, ctx, news)
  },
  findTold: (em, ids) => findPaid(em, { ids }),
  async payoutsBroadcast() {},
  async payoutsFinal(em, ctx, payouts) {
    await settleRows(em, ctx, refsOf(payouts, 'invoice_refund'))
    await planNextRounds(em, ctx, refsOf(payouts, 'invoice_forward'))
  },
  payoutsShrunk: (em, ctx, payouts) => endEmptied(em, ctx, refsOf(payouts, 'invoice_refund')),
}
