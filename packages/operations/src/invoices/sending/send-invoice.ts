import type { SeenInvoice } from '@gateway/contract/invoices'
import type { InvoiceEntity } from '@gateway/db/invoices/invoice.entity'
import { ownInvoices } from '@gateway/db/invoices/queries'
import type { Em } from '@gateway/db/orm'
import { InvalidState } from '@gateway/domain/kernel/error'
import { ConcurrentUpdate } from '@gateway/domain/kernel/repeat'
import { assetOf } from '@gateway/domain/money/asset'
import { isDeepStrictEqual } from 'node:util'
import type { Command } from '../../businesses/owned/change-owned.ts'
import { getOwned } from '../../businesses/owned/read-owned.ts'
import { requirePin } from '../../custody/pins/require-pin.ts'
import type { ApiContext } from '../../kernel/context.ts'
import { documentAsSent } from '../documents/document-as-sent.ts'
import { issueDocument } from '../documents/issue-document.ts'
import { queueInvoiceLetter, type UnsentLetter } from '../letters/queue-invoice-letter.ts'
import { advanceInvoice } from '../lifecycle/advance-invoices.ts'
import { changeInvoice } from '../lifecycle/change-invoice.ts'
import { signalInvoice } from '../lifecycle/workflow-messages.ts'
import { seeInvoice } from '../reading/see-invoices.ts'
import { freeze, readWays, type Ways } from './sent-terms.ts'
import { takeInvoiceAddress } from './take-invoice-address.ts'

/** An invoice that was sent, now or before. */
export interface SentInvoice {
  readonly seen: SeenInvoice
  /** True where it was sent before, so that nothing but a letter was sent now. */
  readonly wasSent: boolean
  /** Why its client gets no letter; undefined where one is on its way, and where none was asked for. */
  readonly unsent: UnsentLetter | undefined
}

/**
 * Sends an invoice: from then on it is payable and never edited. Its letter goes to the client, once more for one that was sent before.
 *
 * @throws {NotFound} {ConcurrentUpdate} {InvalidState} when it is paid or cancelled.
 * @throws {WalletNotConfigured} {OnboardingRequired} {UnsupportedBlockchain} {InvalidAddress} where it could not be paid.
 * @throws {RateUnavailable} {AmountTooSmall} {AmountTooLarge} {AddressUnavailable}
 */
export const sendInvoice = (ctx: ApiContext, command: Command<SentInvoice>): Promise<SentInvoice> =>
  sendOnce(ctx, { ...command, isMailed: true })

/** The same without a letter: the merchant brings the link to the client. @throws as `sendInvoice` */
export const publishInvoice = (ctx: ApiContext, command: Command<SentInvoice>): Promise<SentInvoice> =>
  sendOnce(ctx, { ...command, isMailed: false })

async function sendOnce(ctx: ApiContext, command: Command<SentInvoice> & { readonly isMailed: boolean }): Promise<SentInvoice> {
  const { actor, id, isMailed } = command
  const before = await getOwned(ctx, { of: ownInvoices, actor, id })
  requireSendable(before)
  const ways = before.state === 'draft' ? await readWays(ctx, before) : undefined
  const sent = await changeInvoice(ctx, command, async (em, invoice) => {
    requireSendable(invoice)
    const wasSent = invoice.state !== 'draft'
    // It was priced as it was read: two changes within a millisecond have one time.
    if (!wasSent && (!ways || !isDeepStrictEqual(structuredClone(invoice), structuredClone(before)))) throw new ConcurrentUpdate('invoice')
    const outboxIds = ways && !wasSent ? await send(em, ctx, { draft: invoice, ways }) : []
    const unsent = isMailed ? await queueInvoiceLetter(em, ctx, { invoice, letter: { kind: 'invoice_sent' } }) : undefined
    return { outcome: { seen: await seeInvoice(em, ctx, invoice), wasSent, unsent }, outboxIds }
  })
  const { payoutTermsId, asset } = sent.seen.invoice
  if (payoutTermsId !== null && asset !== null && !sent.wasSent) await requirePin(ctx, { id: payoutTermsId, chain: assetOf(asset).chain })
  return sent
}

function requireSendable({ state }: InvoiceEntity): void {
  if (state === 'paid' || state === 'cancelled') throw new InvalidState(state, 'send the invoice')
}

/** Sends a locked draft in the caller's transaction. @returns the outbox messages to send after the commit. */
async function send(em: Em, ctx: ApiContext, { draft, ways }: { draft: InvoiceEntity; ways: Ways }): Promise<string[]> {
  const invoice: InvoiceEntity = Object.assign(draft, await freeze(em, ctx, { draft, ways }))
  await issueDocument(em, ctx, { id: invoice.id, invoiceId: invoice.id, document: documentAsSent(ctx, invoice) })
  if (ways.coin) await takeInvoiceAddress(em, ctx, { invoice, coin: ways.coin })
  return advanceInvoice(em, ctx, { invoice, input: 'send', messages: [signalInvoice] })
}
