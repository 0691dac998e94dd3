import type { InvoiceLetterTexts } from '../../emails/mails/invoice-letter-texts.ts'
import { say } from '../../emails/words.ts'

/** Texts of letters about invoices. */
export const invoiceLetters: InvoiceLetterTexts = {
  sent: {
    subject: ({ number, merchant, amount }) => `Invoice ${number} from ${merchant}: ${amount}`,
    title: ({ number, amount }) => say`Invoice ${number} for ${amount}`,
    help: ({ merchant }) => say`${merchant} sends you this invoice.`,
  },
  open: {
    subject: ({ merchant, number }) => `${merchant}: invoice ${number} is still open`,
    title: ({ number }) => say`Invoice ${number} is still open`,
    help: ({ amount, merchant }) => say`${amount} is still to be paid to ${merchant}. If you have just paid, nothing is left to do.`,
  },
  before: {
    subject: ({ merchant, number, due }) => `${merchant}: invoice ${number} is due on ${due}`,
    title: ({ number, due }) => say`Invoice ${number} is due on ${due}`,
    help: ({ amount, merchant }) => say`${amount} is still to be paid to ${merchant}. If you have just paid, nothing is left to do.`,
  },
  on: {
    subject: ({ merchant, number }) => `${merchant}: invoice ${number} is due today`,
    title: ({ number }) => say`Invoice ${number} is due today`,
    help: ({ amount, merchant }) => say`${amount} is still to be paid to ${merchant}. If you have just paid, nothing is left to do.`,
  },
  after: {
    subject: ({ merchant, number, due }) => `${merchant}: invoice ${number} was due on ${due}`,
    title: ({ number, due }) => say`Invoice ${number} was due on ${due}`,
    help: ({ amount, merchant }) => say`${amount} is still to be paid to ${merchant}. You can still pay it on its page.`,
  },
  paid: {
    subject: ({ merchant, number }) => `${merchant}: invoice ${number} is paid`,
    title: ({ number }) => say`Thank you, invoice ${number} is paid`,
    help: ({ merchant, amount }) => say`${merchant} has received ${amount}. Nothing more is due.`,
  },
  credited: {
    subject: ({ merchant, creditNote, amount }) => `${merchant}: credit note ${creditNote} for ${amount}`,
    title: ({ creditNote, amount }) => say`Credit note ${creditNote} for ${amount}`,
    help: ({ merchant, amount, number }) => say`${merchant} takes ${amount} off invoice ${number}.`,
  },
  attached: 'The document is attached as a PDF.',
  amount: 'Amount',
  due: 'Due',
  items: 'For',
  from: 'From',
  pay: 'View and pay',
  view: 'View the invoice',
  onlyThere: 'Pay only on that page',
  onlyThereHelp: ({ merchant }) =>
    say`${merchant} never sends wallet addresses or bank details by e-mail. If you get some, ask before you pay.`,
  why: ({ merchant, to }) => say`You get this because ${merchant} sent an invoice to ${to}.`,
}
