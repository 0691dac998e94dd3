import type { Labels } from './label-set.ts'

/** The words in French. */
export const french: Labels = {
  invoice: 'Facture',
  creditNote: 'Avoir',
  billTo: 'Facturé à',
  issued: 'Émise le',
  delivered: 'Date de prestation',
  due: 'Échéance',
  onReceipt: 'À réception',
  reference: 'Votre référence',
  credits: 'Sur la facture',
  vatId: 'N° TVA',
  taxNumber: 'Numéro fiscal',
  taxId: 'Identifiant fiscal',
  registration: 'Immatriculation',
  description: 'Description',
  quantity: 'Quantité',
  unitPrice: 'Prix unitaire',
  vat: 'TVA',
  net: 'HT',
  total: 'Total TTC',
  totalCredited: 'Total de l’avoir',
  paid: 'Payé',
  amountDue: 'Reste à payer',
  payOnline: 'Payer en ligne, par carte ou crypto',
  page: 'Page',
}
