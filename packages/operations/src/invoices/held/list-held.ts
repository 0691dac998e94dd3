import { findHeldInvoices } from '@gateway/db/invoices/money/held-queries'
import { formatInvoiceNumber } from '@gateway/domain/invoices/invoice-number'
import type { InvoiceState } from '@gateway/domain/invoices/machine'
import { type AssetCode, assetOf } from '@gateway/domain/money/asset'
import { formatUnits } from '@gateway/domain/money/decimal'
import type { Context } from '../../kernel/context.ts'

/** Held crypto of an invoice, and the reason. */
export interface HeldOfInvoice {
  readonly invoice: string
  readonly number: string
  readonly state: InvoiceState
  readonly asset: AssetCode
  readonly amount: string
  readonly reason: string
  readonly since: Date
}

const MOST = 1_000

/** Crypto of all invoices that waits, oldest first, the largest of each coin where it is too much to list: for a decision of its merchant, for its payer, or for its transaction. */
export async function listHeldInvoices(ctx: Pick<Context, 'orm' | 'clock'>): Promise<HeldOfInvoice[]> {
  const rows = await findHeldInvoices(ctx.orm.em.fork(), { most: MOST, now: ctx.clock.now() })
  return rows.map(({ invoice, number, state, asset, units, reason, since }) => ({
    invoice,
    number: formatInvoiceNumber(number),
    state,
    asset,
    amount: formatUnits(units, assetOf(asset).decimals),
    reason,
    since,
  }))
}
