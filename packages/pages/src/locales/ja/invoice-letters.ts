import type { InvoiceLetterTexts } from '../../emails/mails/invoice-letter-texts.ts'
import { say } from '../../emails/words.ts'

/** Texts of letters about invoices. */
export const invoiceLetters: InvoiceLetterTexts = {
  sent: {
    subject: ({ merchant, number, amount }) => `${merchant} からの請求書 ${number}：${amount}`,
    title: ({ number, amount }) => say`請求書 ${number}（${amount}）`,
    help: ({ merchant }) => say`${merchant} からの請求書です。`,
  },
  open: {
    subject: ({ merchant, number }) => `${merchant}：請求書 ${number} のお支払いがまだお済みではありません`,
    title: ({ number }) => say`請求書 ${number} のお支払いがまだお済みではありません`,
    help: ({ merchant, amount }) => say`${merchant} への未払額は ${amount} です。すでにお支払い済みの場合は、お手続きは不要です。`,
  },
  before: {
    subject: ({ merchant, number, due }) => `${merchant}：請求書 ${number} の支払期日は ${due} です`,
    title: ({ number, due }) => say`請求書 ${number} の支払期日は ${due} です`,
    help: ({ merchant, amount }) => say`${merchant} への未払額は ${amount} です。すでにお支払い済みの場合は、お手続きは不要です。`,
  },
  on: {
    subject: ({ merchant, number }) => `${merchant}：請求書 ${number} の支払期日は本日です`,
    title: ({ number }) => say`請求書 ${number} の支払期日は本日です`,
    help: ({ merchant, amount }) => say`${merchant} への未払額は ${amount} です。すでにお支払い済みの場合は、お手続きは不要です。`,
  },
  after: {
    subject: ({ merchant, number, due }) => `${merchant}：請求書 ${number} の支払期日は ${due} でした`,
    title: ({ number, due }) => say`請求書 ${number} の支払期日は ${due} でした`,
    help: ({ merchant, amount }) => say`${merchant} への未払額は ${amount} です。ページから引き続きお支払いいただけます。`,
  },
  paid: {
    subject: ({ merchant, number }) => `${merchant}：請求書 ${number} は支払い済みです`,
    title: ({ number }) => say`ありがとうございます。請求書 ${number} は支払い済みです`,
    help: ({ merchant, amount }) => say`${merchant} が ${amount} を受け取りました。残りのお支払いはありません。`,
  },
  credited: {
    subject: ({ merchant, creditNote, amount }) => `${merchant}：クレジットノート ${creditNote}（${amount}）`,
    title: ({ creditNote, amount }) => say`クレジットノート ${creditNote}（${amount}）`,
    help: ({ merchant, number, amount }) => say`${merchant} は請求書 ${number} から ${amount} を差し引きます。`,
  },
  attached: '書類を PDF で添付しています。',
  amount: '金額',
  due: '支払期日',
  items: '内容',
  from: '発行者',
  pay: '確認して支払う',
  view: '請求書を見る',
  onlyThere: 'お支払いはそのページだけで',
  onlyThereHelp: ({ merchant }) =>
    say`${merchant} がウォレットのアドレスや銀行口座をメールでお知らせすることはありません。届いた場合は、支払う前にお問い合わせください。`,
  why: ({ merchant, to }) => say`${merchant} が ${to} に請求書を送ったため、このメールをお送りしています。`,
}
