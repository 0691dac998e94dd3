import type { SeenRefund } from '@gateway/contract/invoices/refunds'
import type { InvoiceEntity } from '@gateway/db/invoices/invoice.entity'
import { insertTogether } from '@gateway/db/kernel/insert-together'
import type { Em } from '@gateway/db/orm'
import { actorName } from '@gateway/domain/accounts/merchant'
import type { Decimal } from '@gateway/domain/money/decimal'
import { InvalidAmount } from '@gateway/domain/payments/errors'
import { writeAuditEntry } from '../../accounts/audit/write-audit-entry.ts'
import type { Command } from '../../businesses/owned/change-owned.ts'
import type { ApiContext } from '../../kernel/context.ts'
import { amountMinorOf } from '../drafts/invoice-content.ts'
import { changeInvoice } from '../lifecycle/change-invoice.ts'
import { readInvoiceMoney } from '../standing/read-invoice-money.ts'
import { seeGivenBack } from './see-refund.ts'

/** What a merchant says that it has given back: how much, and how. */
interface Given {
  readonly amount: Decimal
  readonly txHash?: string | undefined
  readonly note?: string | undefined
}

/**
 * Notes what a merchant has given back of an invoice from its own wallet or bank, at most what was paid beyond what the invoice asks for: the notice that
 * something is to be given back ends with it. It moves no money, and nothing of the invoice changes.
 *
 * @throws {NotFound} {ConcurrentUpdate} {InvalidAmount}
 */
export const giveBack = (ctx: ApiContext, { given, ...command }: Command<SeenRefund> & { readonly given: Given }): Promise<SeenRefund> =>
  changeInvoice(ctx, command, async (em, invoice) => {
    const { amount, txHash = null, note = null } = given
    const amountMinor = await readGiven(em, ctx, { invoice, amount })
    const givenBy = actorName(command.actor)
    const row = { id: ctx.ids.uuid(), invoiceId: invoice.id, amountMinor, txId: txHash, note, givenBy, givenAt: ctx.clock.now() }
    await insertTogether(em, [{ into: 'invoice_give_back', rows: [row] }])
    const details = { businessId: invoice.businessId, amountMinor: String(amountMinor), currency: invoice.currency, txHash, note }
    await writeAuditEntry(em, ctx, { actor: givenBy, action: 'invoice.give_back', subjectId: invoice.id, details })
    return { outcome: seeGivenBack(invoice, row) }
  })

/** In the smallest unit of the currency, above 0. @throws {InvalidAmount} for more than is to be given back. */
async function readGiven(
  em: Em,
  ctx: ApiContext,
  { invoice, amount }: { readonly invoice: InvoiceEntity; readonly amount: Decimal },
): Promise<bigint> {
  const amountMinor = amountMinorOf(amount, invoice.currency)
  const { overpaidMinor } = await readInvoiceMoney(em, ctx, invoice)
  if (amountMinor <= 0n || amountMinor > overpaidMinor) throw new InvalidAmount('is not above 0 and at most what is to be given back')
  return amountMinor
}
