import type { Labels } from './label-set.ts'

/** The words in English. */
export const english: Labels = {
  invoice: 'Invoice',
  creditNote: 'Credit note',
  billTo: 'Bill to',
  issued: 'Issued',
  delivered: 'Delivered',
  due: 'Due',
  onReceipt: 'On receipt',
  reference: 'Your reference',
  credits: 'For invoice',
  vatId: 'VAT ID',
  taxNumber: 'Tax number',
  taxId: 'Tax ID',
  registration: 'Registration',
  description: 'Description',
  quantity: 'Quantity',
  unitPrice: 'Unit price',
  vat: 'VAT',
  net: 'Net',
  total: 'Total',
  totalCredited: 'Total credited',
  paid: 'Paid',
  amountDue: 'Amount due',
  payOnline: 'Pay online, by card or crypto',
  page: 'Page',
}
