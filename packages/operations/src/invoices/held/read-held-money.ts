import type { HeldMoney } from '@gateway/contract/held-money'
import type { InvoiceEntity } from '@gateway/db/invoices/invoice.entity'
import type { Em } from '@gateway/db/orm'
import type { Context } from '../../kernel/context.ts'
import { findPendingDecision } from '../../payments/portal/read-decision.ts'
import { readRefunds } from '../../payments/refunds/shared/read-refunds.ts'
import type { InvoiceDeposit } from '../standing/show-deposits.ts'
import { findInvoiceChoices } from './find-choices.ts'

/** What is held of an invoice by coin, what can be decided about it, and its refunds. */
export async function readHeldMoney(
  em: Em,
  ctx: Context,
  { invoice, deposits }: { invoice: InvoiceEntity; deposits: readonly InvoiceDeposit[] },
): Promise<HeldMoney> {
  const of = { invoiceId: invoice.id }
  return {
    held: heldOf(deposits),
    choices: await findInvoiceChoices(em, ctx, invoice),
    pendingDecision: await findPendingDecision(em, of),
    refunds: (await readRefunds(em, of)).map(({ refund }) => refund),
  }
}

function heldOf(deposits: readonly InvoiceDeposit[]): HeldMoney['held'] {
  const held = deposits.filter(({ state }) => state === 'held')
  return [...Map.groupBy(held, ({ asset }) => asset)].map(([asset, all]) => ({
    asset,
    units: all.reduce((sum, { units }) => sum + units, 0n),
    reason: all[0]?.heldFor ?? 'late',
    since: all.reduce((first, { arrivedAt }) => (arrivedAt < first ? arrivedAt : first), all[0]?.arrivedAt ?? new Date(0)),
  }))
}
