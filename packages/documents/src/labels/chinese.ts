import type { Labels } from './label-set.ts'

/** The words in Simplified Chinese. */
export const chinese: Labels = {
  invoice: '发票',
  creditNote: '贷项通知单',
  billTo: '收票方',
  issued: '开票日期',
  delivered: '交付日期',
  due: '到期日',
  onReceipt: '收到即付',
  reference: '贵方编号',
  credits: '对应发票',
  vatId: '增值税号',
  taxNumber: '税务编号',
  taxId: '税号',
  registration: '注册号',
  description: '说明',
  quantity: '数量',
  unitPrice: '单价',
  vat: '增值税',
  net: '净额',
  total: '总计',
  totalCredited: '贷记总额',
  paid: '已付',
  amountDue: '应付金额',
  payOnline: '在线付款，可用银行卡或加密货币',
  page: '页',
}
