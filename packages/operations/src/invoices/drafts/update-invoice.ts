import type { SeenInvoice } from '@gateway/contract/invoices'
import type { UpdateInvoiceInput } from '@gateway/contract/invoices/inputs'
import type { InvoiceEntity } from '@gateway/db/invoices/invoice.entity'
import { deleteDraft } from '@gateway/db/invoices/number-queries'
import { ownInvoices } from '@gateway/db/invoices/queries'
import type { Actor } from '@gateway/domain/accounts/merchant'
import { InvalidState } from '@gateway/domain/kernel/error'
import { readBusiness } from '../../businesses/read-business.ts'
import type { ApiContext } from '../../kernel/context.ts'
import { findClientOf } from '../clients/own-clients.ts'
import { changeInvoice } from '../lifecycle/change-invoice.ts'
import { seeInvoice } from '../reading/see-invoices.ts'
import { changedContent } from './invoice-content.ts'
import { checkCoin } from './named-wallet.ts'
import { refusePastDue } from './refuse-past-due.ts'

/**
 * Changes the named members of a draft.
 *
 * @throws {NotFound} {ConcurrentUpdate} {InvalidState} once it was sent.
 * @throws {InvalidAmount} {InvalidField} {InvalidInvoice} {AmountDiffersFromItems} {UnsupportedBlockchain} {InvalidAddress}
 */
export const updateInvoice = (ctx: ApiContext, { actor, changes }: { actor: Actor; changes: UpdateInvoiceInput }): Promise<SeenInvoice> =>
  changeInvoice(ctx, { actor, id: changes.id }, async (em, invoice) => {
    requireDraft(invoice, 'change the invoice')
    const changed = applied(invoice, changes)
    if (changes.clientId) await findClientOf(em, changed)
    if (changes.dueDate || namesCoin(changes)) {
      const business = await readBusiness(em, invoice)
      refusePastDue(ctx, business, changes)
      if (namesCoin(changes)) checkCoin(ctx, business, changed)
    }
    changed.updatedAt = ctx.clock.now()
    await ownInvoices.save(em, changed)
    return { outcome: await seeInvoice(em, ctx, changed) }
  })

/**
 * Deletes a draft; its number stays in the register as void.
 *
 * @throws {NotFound} {ConcurrentUpdate} {InvalidState} once it was sent.
 */
export const deleteInvoice = (ctx: ApiContext, { actor, id }: { actor: Actor; id: string }): Promise<void> =>
  changeInvoice(ctx, { actor, id }, async (em, invoice) => {
    requireDraft(invoice, 'delete the invoice')
    await deleteDraft(em, { id, voidedAt: ctx.clock.now() })
    return { outcome: undefined }
  })

function requireDraft({ state }: InvoiceEntity, action: string): void {
  if (state !== 'draft') throw new InvalidState(state, action)
}

const namesCoin = ({ cryptoCurrency, merchantWalletAddress }: UpdateInvoiceInput): boolean =>
  cryptoCurrency !== undefined || merchantWalletAddress !== undefined

/** Members that were not named stay; null ones are cleared. */
function applied(invoice: InvoiceEntity, changes: UpdateInvoiceInput): InvoiceEntity {
  const { id: _id, amount, items, currency = invoice.currency, reminders, ...named } = changes
  const { cryptoCurrency: asset, merchantWalletAddress: walletAddress, ...texts } = named
  const given = Object.fromEntries(
    Object.entries({ ...texts, asset, walletAddress, remindersOn: reminders }).filter(([, value]) => value !== undefined),
  )
  const next: InvoiceEntity = Object.assign(structuredClone(invoice), given)
  const { taxExemptionReason } = next
  return Object.assign(next, changedContent(invoice, { currency, amount, items, taxExemptionReason }))
}
