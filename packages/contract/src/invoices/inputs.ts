import { invoiceStates } from '@gateway/domain/invoices/machine'
import { isUuid } from '@gateway/domain/kernel/id'
import { languageTags } from '@gateway/domain/kernel/language'
import { z } from 'zod'
import { flag } from '../wire/flag.ts'
import { BusinessIdName, pathId } from '../wire/id.ts'
import { AssetName, CurrencyName, FiatAmount } from '../wire/money.ts'
import { wireFilter, wireInput } from '../wire/names.ts'
import { limit, Offset } from '../wire/page.ts'
import { choice, clearable, scalar } from '../wire/scalar.ts'
import { oneLine, text } from '../wire/text.ts'
import { Day } from '../wire/time.ts'
import { calendarDay } from './calendar-day.ts'
import { InvoiceItems } from './item-input.ts'

const ClientId = scalar<string, string>((raw) => (isUuid(raw) ? { value: raw } : { problem: 'is no client of this business' }), {
  description: 'The client that is invoiced.',
  example: '6f1c2f0e-7d5b-4c60-9d3c-0b9d2a6f6c11',
  type: 'string',
  maxLength: 64,
})
const Amount = FiatAmount.meta({
  description: 'What the invoice asks for, with tax, in whole units of the currency. With `items` it is their sum, and may be left out.',
  example: 119,
})
const Coin = AssetName.meta({
  description: 'The coin or token it can be paid in, in any case; without one it is payable by card alone.',
  example: 'BTC',
})
const DueDate = calendarDay({
  description: 'It is overdue from the next day on, where the business is. Without one it never is. Not in the past.',
  example: '2099-12-31',
})
const IssueDate = calendarDay({
  description: 'The day of the invoice. Without one it is the day on which it is sent.',
  example: '2026-10-01',
})
const ServiceDate = calendarDay({ description: 'The day of delivery.', example: '2026-09-30' })
const Language = choice(languageTags, {
  description: 'The language of its document and e-mails. Without one it is that of the client.',
  example: 'de',
})
const WalletAddress = text(
  { min: 1, max: 200 },
  {
    description: 'A wallet of the business that the coins go to: only the one that is registered for the coin. Without one it is that.',
    example: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
  },
)

const texts = {
  notes: text({ max: 2_000 }, { description: 'The client reads this text.', example: 'Thank you' }).optional(),
  taxExemptionReason: text(
    { max: 500 },
    {
      description: 'Why no tax is charged. Items of category `E` need it; where there are any, it is about them alone.',
      example: 'Exempt, § 4 no. 21 UStG',
    },
  ).optional(),
  buyerReference: oneLine({ max: 100 }, { description: 'A reference of the client.', example: 'PO-7781' }).optional(),
  walletId: oneLine(
    { max: 64 },
    { description: 'Your own name of a wallet: it is kept and answered, and moves no money.', example: 'main' },
  ).optional(),
}
const items = InvoiceItems.meta({
  description: 'Its lines. Tax is rounded once for each rate and category, halves away from zero.',
  example: [{ description: 'Roasted coffee', quantity: 1, unit_amount: 100, tax_rate: 19 }],
}).optional()
const reminders = flag({ description: 'Whether the client is reminded by e-mail. A new invoice has true.', example: true }).optional()

/** A new invoice. The operation checks amount, items and wallet against its currency and its business. */
export const CreateInvoiceInput = wireInput(
  z.object({
    businessId: BusinessIdName.optional(),
    amount: Amount.optional(),
    currency: CurrencyName,
    cryptoCurrency: Coin.optional(),
    clientId: ClientId.optional(),
    dueDate: DueDate.optional(),
    issueDate: IssueDate.optional(),
    serviceDate: ServiceDate.optional(),
    language: Language.optional(),
    merchantWalletAddress: WalletAddress.optional(),
    ...texts,
    items,
    reminders,
  }),
)
export type CreateInvoiceInput = z.output<typeof CreateInvoiceInput>

/** What to change of a draft. Absent members stay unchanged, null ones are cleared. */
export const UpdateInvoiceInput = wireInput(
  z.object({
    id: pathId('invoice'),
    amount: Amount.optional(),
    currency: CurrencyName.optional(),
    cryptoCurrency: clearable(Coin).optional(),
    clientId: clearable(ClientId).optional(),
    dueDate: clearable(DueDate).optional(),
    issueDate: clearable(IssueDate).optional(),
    serviceDate: clearable(ServiceDate).optional(),
    language: clearable(Language).optional(),
    merchantWalletAddress: clearable(WalletAddress).optional(),
    ...texts,
    items,
    reminders,
  }),
)
export type UpdateInvoiceInput = z.output<typeof UpdateInvoiceInput>

/** Which invoices to list. Days are those of the business of each invoice; both are included. */
export const ListInvoicesInput = wireFilter(
  z.object({
    businessId: BusinessIdName.optional(),
    status: choice(invoiceStates, { description: 'Only invoices with this status are listed.', example: 'sent' }).optional(),
    clientId: ClientId.meta({ description: 'Only invoices to this client are listed.' }).optional(),
    dateFrom: Day.meta({
      description: 'Only invoices created on this day, where the business is, or later are listed.',
      example: '2026-10-01',
    }).optional(),
    dateTo: Day.meta({
      description: 'Only invoices created on this day, where the business is, or earlier are listed.',
      example: '2026-10-31',
    }).optional(),
    limit: limit(50),
    offset: Offset,
  }),
).transform((filter, context) => {
  const { dateFrom, dateTo } = filter
  if (!dateFrom || !dateTo || dateFrom <= dateTo) return filter
  context.addIssue({ code: 'custom', path: ['dateTo'], message: 'must not be before date_from' })
  return z.NEVER
})
export type ListInvoicesInput = z.output<typeof ListInvoicesInput>

/** An invoice that was paid elsewhere. */
export const MarkPaidInput = wireInput(
  z.object({
    id: pathId('invoice'),
    note: text({ max: 500 }, { description: 'How it was paid, for your records.', example: 'Bank transfer of 2 October' }).optional(),
  }),
)
export type MarkPaidInput = z.output<typeof MarkPaidInput>

/** What a credit note takes off an invoice: lines, an amount, or all that is left. */
export const CreateCreditNoteInput = wireInput(
  z.object({
    id: pathId('invoice'),
    amount: FiatAmount.meta({
      description:
        'What is given back, with tax. Without `amount` and `items` it is all that is left. A part of an invoice with items is named by items; so is the rest, where tax that is rounded once more would not add up.',
      example: 119,
    }).optional(),
    items: InvoiceItems.meta({
      description: 'The lines that are given back, with positive quantities.',
      example: [{ description: 'Roasted coffee', quantity: 1, unit_amount: 100, tax_rate: 19 }],
    }).optional(),
    reason: text({ max: 500 }, { description: 'Why, for the client.', example: 'Returned goods' }).optional(),
  }),
)
export type CreateCreditNoteInput = z.output<typeof CreateCreditNoteInput>

/** Whose register of numbers to read. */
export const InvoiceRegisterInput = wireFilter(z.object({ businessId: BusinessIdName.optional() }))
