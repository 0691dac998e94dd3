import { invoiceView } from '@gateway/contract/invoices'
import { resource } from '../http/procedures/resource.ts'

const path = '/api/invoices'

/** The address of one invoice. */
export const own = `${path}/{id}` as const

/** What all operations of invoices share. */
export const invoices = resource({ room: 'invoices', path, nouns: ['invoice', 'invoices'], view: invoiceView })

/** An invoice named in the path. */
export const InvoiceRef = invoices.ref
