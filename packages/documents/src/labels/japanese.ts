import type { Labels } from './label-set.ts'

/** The words in Japanese. */
export const japanese: Labels = {
  invoice: '請求書',
  creditNote: '返還請求書',
  billTo: '請求先',
  issued: '発行日',
  delivered: '提供日',
  due: '支払期限',
  onReceipt: '受領次第',
  reference: '貴社参照番号',
  credits: '対象の請求書',
  vatId: '登録番号',
  taxNumber: '納税者番号',
  taxId: '税番号',
  registration: '法人番号',
  description: '内容',
  quantity: '数量',
  unitPrice: '単価',
  vat: '消費税',
  net: '税抜',
  total: '合計',
  totalCredited: '返還合計',
  paid: '支払済み',
  amountDue: 'お支払額',
  payOnline: 'カードまたは暗号資産でオンラインで支払う',
  page: 'ページ',
}
