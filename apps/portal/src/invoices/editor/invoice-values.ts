import { asTyped } from '../../ui/form/as-typed.ts'
import { withoutBlanks } from '../../ui/form/use-wire-form.ts'
import { withoutEmpty } from '../../ui/form/without-empty.ts'
import type { Invoice } from '../detail/invoice-detail.ts'

/** A line as it is typed. */
export interface ItemValues {
  readonly description: string
  readonly quantity: string
  readonly unitCode: string
  readonly unitAmount: string
  readonly taxRate: string
  /** Empty: by the rate. */
  readonly taxCategory: string
}

/** An invoice as it is typed; empty texts are members that it does not have. */
export interface InvoiceValues {
  readonly clientId: string
  readonly currency: string
  readonly cryptoCurrency: string
  readonly amount: string
  readonly dueDate: string
  readonly issueDate: string
  readonly serviceDate: string
  readonly language: string
  readonly notes: string
  readonly taxExemptionReason: string
  readonly buyerReference: string
  readonly reminders: boolean
  readonly items: readonly ItemValues[]
}

/** A new line: one piece, with the tax rate of the line before. */
export const emptyItem = (taxRate = ''): ItemValues => ({
  description: '',
  quantity: '1',
  unitCode: 'C62',
  unitAmount: '',
  taxRate,
  taxCategory: '',
})

/** A new invoice in the first coin of the business. */
export const newValues = ({ clientId, coin }: { readonly clientId: string; readonly coin: string }): InvoiceValues => ({
  clientId,
  currency: 'EUR',
  cryptoCurrency: coin,
  amount: '',
  dueDate: '',
  issueDate: '',
  serviceDate: '',
  language: '',
  notes: '',
  taxExemptionReason: '',
  buyerReference: '',
  reminders: true,
  items: [emptyItem()],
})

/** A draft as it is edited. */
export const valuesOf = (invoice: Invoice): InvoiceValues => ({
  ...asTyped({
    clientId: invoice.client_id,
    currency: invoice.currency,
    cryptoCurrency: invoice.crypto_currency,
    dueDate: invoice.due_date,
    issueDate: invoice.issue_date,
    serviceDate: invoice.service_date,
    language: invoice.language,
    notes: invoice.notes,
    taxExemptionReason: invoice.tax_exemption_reason,
    buyerReference: invoice.buyer_reference,
  }),
  amount: invoice.items.length === 0 ? String(invoice.amount) : '',
  reminders: invoice.reminders,
  items: invoice.items.map(itemOf),
})

const itemOf = (item: Invoice['items'][number]): ItemValues => ({
  description: item.description,
  quantity: String(item.quantity),
  unitCode: item.unit_code,
  unitAmount: String(item.unit_amount),
  taxRate: String(item.tax_rate),
  taxCategory: item.tax_category,
})

/** What is asked for by a form: its lines, or the amount where there is none. */
const contentOf = ({ amount, items }: InvoiceValues) => (items.length > 0 ? { items: withoutEmpty(items) } : { amount })

/** The wish of a form for a new invoice: without what is empty. */
export function creationOf(values: InvoiceValues): Readonly<Record<string, unknown>> {
  const { amount: _amount, items: _items, ...members } = values
  return withoutBlanks({ ...members, ...contentOf(values) })
}

/** The wish of a form about a draft: what is empty is cleared, and lines that are gone too. */
export function changeOf(id: string, values: InvoiceValues): Readonly<Record<string, unknown>> {
  const { amount: _amount, items: _items, ...members } = values
  return { id, ...members, items: [], ...contentOf(values) }
}
