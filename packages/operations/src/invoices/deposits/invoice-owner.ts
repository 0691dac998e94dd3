import { findPaid } from '@gateway/db/invoices/money/invoice-queries'
import { readInvoice } from '@gateway/db/invoices/queries'
import type { AddressOwner } from '../../kernel/address-owners.ts'
import { assessInvoices } from './assess-invoices.ts'
import { hasAddress, holdingOf } from './invoice-holding.ts'
import { planNextRounds } from './plan-rounds.ts'

/** How invoices react to changed deposits and payouts; only their own events tell of it. */
export const invoiceOwner: AddressOwner = {
  async holdingOf(em, id) {
    const invoice = await readInvoice(em, { id })
    return invoice && hasAddress(invoice) ? holdingOf(invoice) : undefined
  },
  depositsChanged: assessInvoices,
  findTold: (em, ids) => findPaid(em, { ids }),
  async payoutsBroadcast() {},
  payoutsFinal: (em, ctx, payouts) => planNextRounds(em, ctx, [...new Set(payouts.map(({ ref }) => ref))]),
  async payoutsShrunk() {},
}
