import { CreateCardPaymentInput } from '@gateway/contract/cards/inputs'
import type { InvoiceEntity } from '@gateway/db/invoices/invoice.entity'
import { findOpenCards } from '@gateway/db/invoices/money/card-queries'
import { lockInvoices } from '@gateway/db/invoices/money/invoice-queries'
import { readInvoice } from '@gateway/db/invoices/queries'
import { insertTogether } from '@gateway/db/kernel/insert-together'
import type { Em } from '@gateway/db/orm'
import { OnboardingRequired } from '@gateway/domain/cards/errors'
import { requireChargeable } from '@gateway/domain/cards/limits'
import { openMinor } from '@gateway/domain/invoices/money/open-amount'
import { formatInvoiceNumber } from '@gateway/domain/invoices/invoice-number'
import { InvalidState, NotFound } from '@gateway/domain/kernel/error'
import { isUuid } from '@gateway/domain/kernel/id'
import { readBusiness } from '../../businesses/read-business.ts'
import { findTakingAccount } from '../../cards/accounts/find-taking-account.ts'
import { cardRows, draftCard } from '../../cards/charges/draft-card.ts'
import { checkoutAddress, openCheckout } from '../../cards/checkout/open-checkout.ts'
import { askProcessor } from '../../cards/lifecycle/processor-task.ts'
import type { ApiContext } from '../../kernel/context.ts'
import { transaction } from '../../kernel/transaction.ts'
import { readInvoiceMoney } from '../standing/read-invoice-money.ts'

/** The page of an invoice, to which its customer returns. */
export const invoicePage = ({ publicUrl }: Pick<ApiContext, 'publicUrl'>, invoiceId: string): string => `${publicUrl}/now/${invoiceId}`

/**
 * The page of the card processor for what is open on an invoice: a direct charge of the remainder. Callers at once get the same one; a page that asks for
 * another amount is closed, so that there is one at most that nobody has been told to close.
 *
 * @throws {NotFound} for an invoice that has no page. @throws {InvalidState} when nothing is open, and while money is on its way that would pay it.
 * @throws {CardAmountTooSmall} {CardAmountTooLarge} when the remainder is payable by crypto only. @throws {OnboardingRequired}
 * @throws {ProcessorFailed} {ProcessorLate}
 */
export async function openInvoiceCard(ctx: ApiContext, { invoiceId }: { invoiceId: string }): Promise<string> {
  const invoice = isUuid(invoiceId) ? await readInvoice(ctx.orm.em.fork(), { id: invoiceId }) : undefined
  if (!invoice || invoice.state === 'draft') throw new NotFound('invoice')
  requirePayable(invoice)
  const processorAccountId = await requireAccount(ctx, invoice)
  const paymentId = await transaction(ctx, (em) => takeCard(em, ctx, { invoiceId, processorAccountId }))
  return openCheckout(ctx, { paymentId })
}

/** @throws {InvalidState} {CardAmountTooSmall} {CardAmountTooLarge} */
function requirePayable(invoice: InvoiceEntity): void {
  if (openMinor(invoice) === 0n) throw new InvalidState(invoice.state, 'pay by card')
  requireChargeable(openMinor(invoice), invoice.currency)
}

/** @throws {OnboardingRequired} */
async function requireAccount(ctx: ApiContext, { businessId: id, mode }: InvoiceEntity): Promise<string> {
  const account = await findTakingAccount(ctx, { business: { id, mode }, kind: 'direct' })
  if (account === null) throw new OnboardingRequired('business_id')
  return account
}

/** The card payment over what is open, under the lock of the invoice: the one there is, or a new one. @throws {InvalidState} */
async function takeCard(
  em: Em,
  ctx: ApiContext,
  { invoiceId, processorAccountId }: { invoiceId: string; processorAccountId: string },
): Promise<string> {
  const [invoice] = await lockInvoices(em, [invoiceId])
  if (!invoice) throw new NotFound('invoice')
  requirePayable(invoice)
  if ((await readInvoiceMoney(em, ctx, invoice)).isProcessing) throw new InvalidState('processing', 'pay by card')
  const open = await findOpenCards(em, { invoiceId, isClosing: false })
  const now = ctx.clock.now()
  const kept = open.find(({ amountMinor, expiresAt }) => amountMinor === openMinor(invoice) && expiresAt > now)
  for (const { id: ref } of open.filter(({ id }) => id !== kept?.id)) await askProcessor(em, ctx, { kind: 'card_close', ref, request: {} })
  return kept?.id ?? draft(em, ctx, { invoice, processorAccountId })
}

async function draft(
  em: Em,
  ctx: ApiContext,
  { invoice, processorAccountId }: { invoice: InvoiceEntity; processorAccountId: string },
): Promise<string> {
  const business = await readBusiness(em, invoice)
  const [url, number] = [invoicePage(ctx, invoice.id), formatInvoiceNumber(invoice.number)]
  const terms = CreateCardPaymentInput.parse({
    amount: String(openMinor(invoice)),
    currency: invoice.currency.toLowerCase(),
    description: number,
    metadata: { invoice_id: invoice.id, invoice_number: number },
    success_url: url,
    cancel_url: url,
  })
  const drafted = draftCard(ctx, { business, terms, processorAccountId, invoiceId: invoice.id })
  const { payment } = drafted
  const page = { isReopenable: true, checkoutUrl: checkoutAddress(ctx, payment.id), lookAt: payment.expiresAt, feeBps: invoice.feeBps }
  await insertTogether(em, cardRows({ ...drafted, payment: Object.assign(payment, page) }))
  return payment.id
}
