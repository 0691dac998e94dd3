import type { Labels } from './label-set.ts'

/** The words in Spanish. */
export const spanish: Labels = {
  invoice: 'Factura',
  creditNote: 'Factura rectificativa',
  billTo: 'Facturar a',
  issued: 'Emitida',
  delivered: 'Fecha de prestación',
  due: 'Vencimiento',
  onReceipt: 'A la recepción',
  reference: 'Su referencia',
  credits: 'De la factura',
  vatId: 'NIF-IVA',
  taxNumber: 'Número fiscal',
  taxId: 'ID fiscal',
  registration: 'Registro',
  description: 'Descripción',
  quantity: 'Cantidad',
  unitPrice: 'Precio unitario',
  vat: 'IVA',
  net: 'Neto',
  total: 'Total',
  totalCredited: 'Total abonado',
  paid: 'Pagado',
  amountDue: 'Por pagar',
  payOnline: 'Pague en línea, con tarjeta o criptomonedas',
  page: 'Página',
}
