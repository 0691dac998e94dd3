import type { Labels } from './label-set.ts'

/** The words in German. */
export const german: Labels = {
  invoice: 'Rechnung',
  creditNote: 'Gutschrift (Rechnungskorrektur)',
  billTo: 'Rechnung an',
  issued: 'Ausgestellt',
  delivered: 'Leistungsdatum',
  due: 'Fällig',
  onReceipt: 'Bei Erhalt',
  reference: 'Ihre Referenz',
  credits: 'Zur Rechnung',
  vatId: 'USt-IdNr.',
  taxNumber: 'Steuernummer',
  taxId: 'Steuer-ID',
  registration: 'Registernummer',
  description: 'Beschreibung',
  quantity: 'Menge',
  unitPrice: 'Einzelpreis',
  vat: 'USt.',
  net: 'Netto',
  total: 'Gesamtbetrag',
  totalCredited: 'Gutgeschrieben',
  paid: 'Bezahlt',
  amountDue: 'Zu zahlen',
  payOnline: 'Online bezahlen, mit Karte oder Krypto',
  page: 'Seite',
}
