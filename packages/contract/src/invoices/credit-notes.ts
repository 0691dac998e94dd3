import type { CreditNote } from '@gateway/domain/invoices/money/credit-note'
import { formatInvoiceNumber } from '@gateway/domain/invoices/invoice-number'
import { toNumber } from '@gateway/domain/money/decimal'
import { fiatCodes, fiatDecimal } from '@gateway/domain/money/fiat'
import { z } from 'zod'
import { Id } from '../wire/id.ts'
import { isLive, Livemode } from '../wire/mode.ts'
import { FiatNumber } from '../wire/money.ts'
import { memberOf, view } from '../wire/objects/view.ts'
import { presentTime, Time } from '../wire/time.ts'
import { InvoiceItemView, presentItems } from './item-view.ts'

const its = memberOf<CreditNote>()
/** A credit note in an answer. */
export const creditNoteView = view(
  {
    id: its(Id, 'id'),
    credit_note_number: its(
      z.string().meta({ description: 'From the register of the invoices, `INV-<n>`.', example: 'INV-43' }),
      ({ number }) => formatInvoiceNumber(number),
    ),
    business_id: its(Id, 'businessId'),
    invoice_id: its(Id, 'invoiceId'),
    amount: its(FiatNumber.meta({ description: 'What is given back, with tax; positive.', example: 119 }), ({ amountMinor, currency }) =>
      toNumber(fiatDecimal(amountMinor, currency)),
    ),
    currency: its(z.enum(fiatCodes).meta({ description: 'The currency of the invoice.', example: 'EUR' }), 'currency'),
    items: its(z.array(InvoiceItemView).meta({ description: 'Its lines; empty for one over a bare amount.' }), ({ lines, currency }) =>
      presentItems(lines, currency),
    ),
    reason: its(z.string().nullable().meta({ description: 'Why; null without one.', example: 'Returned goods' }), 'reason'),
    issue_date: its(z.string().meta({ description: 'The day it was written, where the business is.', example: '2026-10-20' }), 'issueDate'),
    created_at: its(Time, ({ createdAt }) => presentTime(createdAt)),
    livemode: its(Livemode, ({ mode }) => isLive(mode)),
  },
  { id: 'CreditNote', description: 'What a business takes off an invoice that it has sent.' },
)
