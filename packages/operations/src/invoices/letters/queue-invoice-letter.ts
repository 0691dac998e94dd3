import type { Em } from '@gateway/db/orm'
import type { UnsentReason } from '@gateway/domain/accounts/email'
import { formatInvoiceNumber } from '@gateway/domain/invoices/invoice-number'
import type { Invoice } from '@gateway/domain/invoices/invoice'
import type { AskedStage } from '@gateway/domain/invoices/reminder'
import { formatUnits } from '@gateway/domain/money/decimal'
import { fiatDecimals } from '@gateway/domain/money/fiat'
import { languageCodes } from '@gateway/pages/locales/languages'
import type { EmailContext } from '../../accounts/emails/queue-email.ts'
import { emailPayer } from '../../businesses/email-payer.ts'

/** What a letter tells the client of an invoice. */
export type InvoiceLetter =
  | { readonly kind: 'invoice_sent' | 'invoice_paid' }
  | { readonly kind: 'invoice_reminder'; readonly stage: AskedStage }
  | {
      readonly kind: 'invoice_credited'
      readonly creditNote: { readonly id: string; readonly number: number; readonly amountMinor: bigint }
    }

/** Why a letter is not sent. */
export type UnsentLetter = UnsentReason | 'no_address'

const REMINDER_HOURS = 24
const HOUR_MS = 60 * 60 * 1_000

/**
 * Queues a letter to the client of an invoice, in the caller's transaction, in the language of the invoice, else the client's. Its document goes with it: the
 * letter waits until that is written. Replies go to the merchant; limits are those of every e-mail to strangers. A reminder that could not be sent within a
 * day is given up.
 *
 * @returns why it is not queued; undefined when it is.
 */
export async function queueInvoiceLetter(
  em: Em,
  ctx: EmailContext,
  { invoice, letter }: { readonly invoice: Invoice; readonly letter: InvoiceLetter },
): Promise<UnsentLetter | undefined> {
  const { id, businessId, buyer } = invoice
  if (typeof buyer?.email !== 'string') return 'no_address'
  const { webhookSealingKey, emailLimits } = ctx
  const payer = { to: buyer.email, language: languageOf(invoice), webhookSealingKey, emailLimits }
  const documentId = letter.kind === 'invoice_credited' ? letter.creditNote.id : id
  const lasts = new Date(ctx.clock.now().getTime() + REMINDER_HOURS * HOUR_MS)
  const times = letter.kind === 'invoice_reminder' ? { usefulUntil: lasts } : {}
  return emailPayer(em, ctx, { businessId, payer, facts: factsOf(invoice, letter), documentId, ...times })
}

/** A language of pages; the document of another one is written in English too. */
function languageOf({ language, buyer }: Invoice): string {
  const wanted = language ?? buyer?.language
  return languageCodes.find((code) => code === wanted) ?? 'en'
}

function factsOf(invoice: Invoice, letter: InvoiceLetter) {
  const { id, number, currency, dueDate } = invoice
  const common = {
    number: formatInvoiceNumber(number),
    amount: formatUnits(amountOf(invoice, letter), fiatDecimals[currency]),
    currency,
    dueDate,
    items: itemsOf(invoice),
    seller: sellerOf(invoice),
    path: `/now/${id}`,
  }
  if (letter.kind === 'invoice_credited') {
    return { ...common, kind: letter.kind, creditNote: formatInvoiceNumber(letter.creditNote.number), dueDate: null, items: null }
  }
  return { ...common, ...letter, creditNote: null }
}

/** What is asked for, remains, was paid or is credited. */
function amountOf({ amountMinor, creditedMinor, creditNotesMinor }: Invoice, letter: InvoiceLetter): bigint {
  if (letter.kind === 'invoice_credited') return letter.creditNote.amountMinor
  if (letter.kind === 'invoice_paid') return creditedMinor
  return amountMinor - creditNotesMinor - creditedMinor
}

const MOST_ITEMS = 3

function itemsOf({ lines }: Invoice): string | null {
  if (lines.length === 0) return null
  const named = lines.slice(0, MOST_ITEMS).map(({ description }) => description)
  return [...named, ...(lines.length > MOST_ITEMS ? ['…'] : [])].join(', ')
}

function sellerOf({ seller }: Invoice): string | null {
  const profile = seller?.taxProfile ?? null
  if (profile === null) return null
  const { legalName, address } = profile
  const place = [address.postcode, address.city].filter((part) => part !== null).join(' ')
  return [legalName, address.street, place].join(', ')
}
