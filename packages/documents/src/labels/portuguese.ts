import type { Labels } from './label-set.ts'

/** The words in Brazilian Portuguese. */
export const portuguese: Labels = {
  invoice: 'Fatura',
  creditNote: 'Nota de crédito',
  billTo: 'Cobrança de',
  issued: 'Emitida em',
  delivered: 'Data da prestação',
  due: 'Vencimento',
  onReceipt: 'À vista',
  reference: 'Sua referência',
  credits: 'Da fatura',
  vatId: 'NIF de IVA',
  taxNumber: 'Número fiscal',
  taxId: 'ID fiscal',
  registration: 'Registro',
  description: 'Descrição',
  quantity: 'Quantidade',
  unitPrice: 'Preço unitário',
  vat: 'Imposto',
  net: 'Líquido',
  total: 'Total',
  totalCredited: 'Total creditado',
  paid: 'Pago',
  amountDue: 'A pagar',
  payOnline: 'Pague online, com cartão ou criptomoeda',
  page: 'Página',
}
