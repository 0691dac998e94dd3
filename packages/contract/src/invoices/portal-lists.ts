import { invoiceStates } from '@gateway/domain/invoices/machine'
import { isUuid } from '@gateway/domain/kernel/id'
import type { Client } from '@gateway/domain/invoices/party'
import { toNumber } from '@gateway/domain/money/decimal'
import { fiatCodes, fiatDecimal, type FiatCode } from '@gateway/domain/money/fiat'
import { z } from 'zod'
import { invoiceView, type SeenInvoice } from '../invoices.ts'
import { clientView } from './client-view.ts'
import { counted, type CountedPage, Cursor, presentCount } from '../wire/cursor.ts'
import { BusinessIdName } from '../wire/id.ts'
import { FiatNumber } from '../wire/money.ts'
import { wireInput } from '../wire/names.ts'
import { limit } from '../wire/page.ts'
import { choice, scalar } from '../wire/scalar.ts'
import { text } from '../wire/text.ts'
import { Day } from '../wire/time.ts'

const LONGEST_SEARCH = 200
const search = (description: string, example: string) => text({ max: LONGEST_SEARCH }, { description, example })

const ClientId = scalar<string, string>((raw) => (isUuid(raw) ? { value: raw } : { problem: 'must be the id of a client' }), {
  description: 'Only invoices to this client.',
  example: '6f1c2f0e-7d5b-4c60-9d3c-0b9d2a6f6c11',
  type: 'string',
})

/** Which invoices of a business to list. Days are those of its time zone; both are included. */
export const PortalInvoicesInput = wireInput(
  z.object({
    businessId: BusinessIdName,
    status: choice(invoiceStates, { description: 'Only invoices with this status.', example: 'overdue' }).optional(),
    clientId: ClientId.optional(),
    dateFrom: Day.meta({ description: 'Only those created on this day of the business or later.', example: '2026-10-01' }).optional(),
    dateTo: Day.meta({ description: 'Only those created on this day of the business or earlier.', example: '2026-10-31' }).optional(),
    q: search('A number, an id or its beginning, or words of the client’s name or e-mail address.', 'INV-42').optional(),
    cursor: Cursor.optional(),
    limit: limit(50),
  }),
)
export type PortalInvoicesInput = z.output<typeof PortalInvoicesInput>

/** A page of invoices; `total` counts up to a ceiling. */
export const PortalInvoicesView = z.object({ invoices: z.array(invoiceView.schema), ...counted })

/** A page of invoices. */
export const presentInvoicesPage = (page: CountedPage<SeenInvoice>): z.output<typeof PortalInvoicesView> => ({
  invoices: page.rows.map((seen) => invoiceView.present(seen)),
  ...presentCount(page),
})

/** Which clients of a business to list. */
export const PortalClientsInput = wireInput(
  z.object({
    businessId: BusinessIdName,
    q: search('Words of the name or the e-mail address; the last one may be only begun.', 'Beispiel').optional(),
    cursor: Cursor.optional(),
    limit: limit(50),
  }),
)
export type PortalClientsInput = z.output<typeof PortalClientsInput>

/** A page of clients; `total` counts up to a ceiling. */
export const PortalClientsView = z.object({ clients: z.array(clientView.schema), ...counted })

/** A page of clients. */
export const presentClientsPage = (page: CountedPage<Client>): z.output<typeof PortalClientsView> => ({
  clients: page.rows.map((client) => clientView.present(client)),
  ...presentCount(page),
})

/** Of which business to sum up what is owed. */
export const InvoiceAgeingInput = wireInput(z.object({ businessId: BusinessIdName }))

/** What is owed in one currency, in its smallest unit, by how long it is overdue. */
export interface InvoiceAgeing {
  readonly currency: FiatCode
  readonly notDueMinor: bigint
  readonly to30Minor: bigint
  readonly to60Minor: bigint
  readonly over60Minor: bigint
}

/** What is owed by age, for each currency in which anything is. */
export const InvoiceAgeingView = z.object({
  currencies: z.array(
    z.object({
      currency: z.enum(fiatCodes),
      not_due: FiatNumber.meta({ description: 'Owed and not overdue.', example: 119 }),
      overdue_30: FiatNumber.meta({ description: 'Overdue by 1 to 30 days.', example: 0 }),
      overdue_60: FiatNumber.meta({ description: 'Overdue by 31 to 60 days.', example: 0 }),
      overdue_more: FiatNumber.meta({ description: 'Overdue by more than 60 days.', example: 0 }),
      total: FiatNumber.meta({ description: 'All of it.', example: 119 }),
    }),
  ),
})

/** What is owed by age. */
export const presentAgeing = (rows: readonly InvoiceAgeing[]): z.output<typeof InvoiceAgeingView> => ({
  currencies: rows.map(({ currency, notDueMinor, to30Minor, to60Minor, over60Minor }) => {
    const fiat = (minor: bigint): number => toNumber(fiatDecimal(minor, currency))
    return {
      currency,
      not_due: fiat(notDueMinor),
      overdue_30: fiat(to30Minor),
      overdue_60: fiat(to60Minor),
      overdue_more: fiat(over60Minor),
      total: fiat(notDueMinor + to30Minor + to60Minor + over60Minor),
    }
  }),
})
