import { z } from 'zod'
import { cardPageOf, invoiceView, payUrlOf, type SeenInvoice } from '../invoices.ts'
import { Id } from '../wire/id.ts'

const PayUrl = z
  .string()
  .nullable()
  .meta({ description: 'The page at which it is paid.', example: 'https://pay.example/now/6f1c2f0e-7d5b-4c60-9d3c-0b9d2a6f6c11' })
const CardUrl = z.string().nullable().meta({
  description: 'An address that leads to a fresh page of the card processor; null where no card is taken, and once nothing is due.',
  example: null,
})
const EmailAccepted = z.boolean().meta({ description: 'Whether an e-mail to the client is on its way.', example: true })
const Warning = z
  .string()
  .optional()
  .meta({ description: 'Why no e-mail is on its way; absent otherwise.', example: 'The client has no e-mail address.' })

const links = { payUrl: PayUrl, pay_url: PayUrl, paymentLink: PayUrl }
const cards = { processorCheckoutUrl: CardUrl, stripe_checkout_url: CardUrl }

/** The answer to a publication: the invoice, and the links to bring to the client. */
export const PublishedInvoiceView = z.object({
  invoice: invoiceView.schema,
  ...links,
  ...cards,
  idempotentReplay: z.boolean().meta({ description: 'True where it was sent before; nothing has changed then.', example: false }),
})

const SentView = z
  .object({ invoice: invoiceView.schema, ...links, ...cards, emailAccepted: EmailAccepted, warning: Warning })
  .meta({ title: 'sent', description: 'The invoice was sent, or its e-mail was sent once more.' })
const OverdueView = z
  .object({
    id: Id,
    status: z.literal('overdue').meta({ description: 'It stays overdue.', example: 'overdue' }),
    ...links,
    emailAccepted: EmailAccepted,
    warning: Warning,
  })
  .meta({ title: 'overdue', description: 'The e-mail of an overdue invoice was sent once more.' })

/** The answer to a sending; that of an overdue invoice has no invoice. */
export const SentInvoiceView = z.union([SentView, OverdueView])

/** The answer to a reminder. */
export const RemindedInvoiceView = z.object({ invoice: invoiceView.schema, emailAccepted: EmailAccepted, warning: Warning })

/** Why an e-mail is not on its way, by its name; undefined where one is. */
type Unsent = keyof typeof warnings | undefined

/** A publication as it is answered. */
export const presentPublished = ({ seen, wasSent }: { seen: SeenInvoice; wasSent: boolean }): z.output<typeof PublishedInvoiceView> => ({
  invoice: invoiceView.present(seen),
  ...linksOf(seen),
  ...cardsOf(seen),
  idempotentReplay: wasSent,
})

/** A sending as it is answered. */
export function presentSent({ seen, unsent }: { seen: SeenInvoice; unsent: Unsent }): z.output<typeof SentInvoiceView> {
  const { id, state: status } = seen.invoice
  if (status === 'overdue') return { id, status, ...linksOf(seen), ...mailOf(unsent) }
  return { invoice: invoiceView.present(seen), ...linksOf(seen), ...cardsOf(seen), ...mailOf(unsent) }
}

/** A reminder as it is answered. */
export const presentReminded = ({ seen, unsent }: { seen: SeenInvoice; unsent: Unsent }): z.output<typeof RemindedInvoiceView> => ({
  invoice: invoiceView.present(seen),
  ...mailOf(unsent),
})

function linksOf(seen: SeenInvoice) {
  const payUrl = payUrlOf(seen)
  return { payUrl, pay_url: payUrl, paymentLink: payUrl }
}

function cardsOf(seen: SeenInvoice) {
  const cardUrl = cardPageOf(seen)
  return { processorCheckoutUrl: cardUrl, stripe_checkout_url: cardUrl }
}

const mailOf = (unsent: Unsent) => ({
  emailAccepted: unsent === undefined,
  ...(unsent !== undefined && { warning: `${warnings[unsent]} Send the link yourself.` }),
})

const warnings = {
  no_address: 'The client has no e-mail address.',
  sender_unverified: 'The e-mail address of your account is not confirmed, so no e-mail is sent in your name.',
  recipient_limit: 'This client has got as many e-mails today as anybody gets.',
  business_limit: 'As many e-mails were sent today in the name of this business as there may be.',
  account_limit: 'As many e-mails were sent today in the name of your account as there may be.',
  address_refused: 'The mail server of the client has refused this address.',
  content_refused: 'The mail server has refused the e-mail.',
  not_needed: 'There is nothing to tell.',
  too_late: 'It is too late for the e-mail.',
  unreadable: 'The e-mail could not be read.',
} as const
