import { lockInvoices } from '@gateway/db/invoices/money/invoice-queries'
import type { Em } from '@gateway/db/orm'
import { InvalidState, NotFound } from '@gateway/domain/kernel/error'
import type { AssetCode } from '@gateway/domain/money/asset'
import { sumUnits } from '@gateway/domain/money/units'
import { writeAuditEntry } from '../../accounts/audit/write-audit-entry.ts'
import { planIntents } from '../../custody/payouts/plan-intents.ts'
import type { Context } from '../../kernel/context.ts'
import { endOpenRefund } from '../../payments/refunds/shared/end-refund.ts'
import { hasAddress } from '../deposits/invoice-holding.ts'
import { findForwardable } from './find-forwardable.ts'

/** An invoice whose merchant, or an operator, has decided that its held money goes to the merchant. */
interface Forwarding {
  readonly invoiceId: string
  readonly by: string
}

/**
 * Forwards held funds of an invoice to its merchant, less the normal fee, under the lock of its row (ledger L15, then L2): money that came late, without a
 * quote, or in another coin. Nothing is credited, and the invoice's state does not change; an open refund is withdrawn. A round below its network cost stays
 * held.
 *
 * @returns the forwarded assets.
 * @throws {NotFound} for an invoice without an address.
 * @throws {InvalidState} when no held funds await a decision, none is worth a transaction, or the round before is not final.
 */
export async function forwardWithin(em: Em, ctx: Context, { invoiceId, by }: Forwarding): Promise<AssetCode[]> {
  const [invoice] = (await lockInvoices(em, [invoiceId])).filter(hasAddress)
  if (!invoice) throw new NotFound('invoice')
  const { spends, problem } = await findForwardable(em, ctx, invoice)
  if (problem !== undefined) throw new InvalidState(invoice.state, problem)
  await planIntents(em, ctx, spends)
  const assets = spends.map(({ holding }) => holding.asset)
  if (assets.includes(invoice.asset)) await endOpenRefund(em, ctx, { of: { invoiceId }, by, reason: 'money_was_forwarded' })
  const details = Object.fromEntries(spends.map(({ holding, deposits }) => [holding.asset, String(sumUnits(deposits))]))
  await writeAuditEntry(em, ctx, { actor: by, action: 'invoice.forward_held', subjectId: invoiceId, details })
  return assets
}
