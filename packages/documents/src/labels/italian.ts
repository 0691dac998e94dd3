import type { Labels } from './label-set.ts'

/** The words in Italian. */
export const italian: Labels = {
  invoice: 'Fattura',
  creditNote: 'Nota di credito',
  billTo: 'Intestata a',
  issued: 'Emessa il',
  delivered: 'Data della prestazione',
  due: 'Scadenza',
  onReceipt: 'Al ricevimento',
  reference: 'Vostro riferimento',
  credits: 'Per la fattura',
  vatId: 'Partita IVA',
  taxNumber: 'Codice fiscale',
  taxId: 'ID fiscale',
  registration: 'Registro',
  description: 'Descrizione',
  quantity: 'Quantità',
  unitPrice: 'Prezzo unitario',
  vat: 'IVA',
  net: 'Imponibile',
  total: 'Totale',
  totalCredited: 'Totale accreditato',
  paid: 'Pagato',
  amountDue: 'Da pagare',
  payOnline: 'Paga online, con carta o criptovalute',
  page: 'Pagina',
}
