import type { InvoiceLetterTexts } from '../../emails/mails/invoice-letter-texts.ts'
import { say } from '../../emails/words.ts'

/** Texts of letters about invoices. */
export const invoiceLetters: InvoiceLetterTexts = {
  sent: {
    subject: ({ merchant, number, amount }) => `${merchant} 的账单 ${number}：${amount}`,
    title: ({ number, amount }) => say`账单 ${number}，金额 ${amount}`,
    help: ({ merchant }) => say`${merchant} 向您发送此账单。`,
  },
  open: {
    subject: ({ merchant, number }) => `${merchant}：账单 ${number} 尚未付清`,
    title: ({ number }) => say`账单 ${number} 尚未付清`,
    help: ({ merchant, amount }) => say`您还需向 ${merchant} 支付 ${amount}。如果您刚刚付款，则无需任何操作。`,
  },
  before: {
    subject: ({ merchant, number, due }) => `${merchant}：账单 ${number} 将于 ${due} 到期`,
    title: ({ number, due }) => say`账单 ${number} 将于 ${due} 到期`,
    help: ({ merchant, amount }) => say`您还需向 ${merchant} 支付 ${amount}。如果您刚刚付款，则无需任何操作。`,
  },
  on: {
    subject: ({ merchant, number }) => `${merchant}：账单 ${number} 今天到期`,
    title: ({ number }) => say`账单 ${number} 今天到期`,
    help: ({ merchant, amount }) => say`您还需向 ${merchant} 支付 ${amount}。如果您刚刚付款，则无需任何操作。`,
  },
  after: {
    subject: ({ merchant, number, due }) => `${merchant}：账单 ${number} 已于 ${due} 到期`,
    title: ({ number, due }) => say`账单 ${number} 已于 ${due} 到期`,
    help: ({ merchant, amount }) => say`您还需向 ${merchant} 支付 ${amount}。您仍可在其页面上付款。`,
  },
  paid: {
    subject: ({ merchant, number }) => `${merchant}：账单 ${number} 已付清`,
    title: ({ number }) => say`谢谢，账单 ${number} 已付清`,
    help: ({ merchant, amount }) => say`${merchant} 已收到 ${amount}，无需再付款。`,
  },
  credited: {
    subject: ({ merchant, creditNote, amount }) => `${merchant}：贷记通知单 ${creditNote}，金额 ${amount}`,
    title: ({ creditNote, amount }) => say`贷记通知单 ${creditNote}，金额 ${amount}`,
    help: ({ merchant, number, amount }) => say`${merchant} 从账单 ${number} 中扣减 ${amount}。`,
  },
  attached: '文件以 PDF 附件形式发送。',
  amount: '金额',
  due: '到期日',
  items: '内容',
  from: '出具方',
  pay: '查看并付款',
  view: '查看账单',
  onlyThere: '只在该页面付款',
  onlyThereHelp: ({ merchant }) => say`${merchant} 从不通过邮件发送钱包地址或银行信息。如果收到，请在付款前询问。`,
  why: ({ merchant, to }) => say`您收到此邮件，是因为 ${merchant} 向 ${to} 发送了账单。`,
}
