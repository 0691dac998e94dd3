import type { InvoiceLetterTexts } from '../../emails/mails/invoice-letter-texts.ts'
import { say } from '../../emails/words.ts'

/** Texts of letters about invoices. */
export const invoiceLetters: InvoiceLetterTexts = {
  sent: {
    subject: ({ number, merchant, amount }) => `Rechnung ${number} von ${merchant}: ${amount}`,
    title: ({ number, amount }) => say`Rechnung ${number} über ${amount}`,
    help: ({ merchant }) => say`${merchant} schickt Ihnen diese Rechnung.`,
  },
  open: {
    subject: ({ merchant, number }) => `${merchant}: Rechnung ${number} ist noch offen`,
    title: ({ number }) => say`Rechnung ${number} ist noch offen`,
    help: ({ merchant, amount }) =>
      say`An ${merchant} sind noch ${amount} zu zahlen. Wenn Sie gerade gezahlt haben, ist nichts mehr zu tun.`,
  },
  before: {
    subject: ({ merchant, number, due }) => `${merchant}: Rechnung ${number} ist am ${due} fällig`,
    title: ({ number, due }) => say`Rechnung ${number} ist am ${due} fällig`,
    help: ({ merchant, amount }) =>
      say`An ${merchant} sind noch ${amount} zu zahlen. Wenn Sie gerade gezahlt haben, ist nichts mehr zu tun.`,
  },
  on: {
    subject: ({ merchant, number }) => `${merchant}: Rechnung ${number} ist heute fällig`,
    title: ({ number }) => say`Rechnung ${number} ist heute fällig`,
    help: ({ merchant, amount }) =>
      say`An ${merchant} sind noch ${amount} zu zahlen. Wenn Sie gerade gezahlt haben, ist nichts mehr zu tun.`,
  },
  after: {
    subject: ({ merchant, number, due }) => `${merchant}: Rechnung ${number} war am ${due} fällig`,
    title: ({ number, due }) => say`Rechnung ${number} war am ${due} fällig`,
    help: ({ merchant, amount }) => say`An ${merchant} sind noch ${amount} zu zahlen. Sie können sie weiterhin auf ihrer Seite bezahlen.`,
  },
  paid: {
    subject: ({ merchant, number }) => `${merchant}: Rechnung ${number} ist bezahlt`,
    title: ({ number }) => say`Danke, Rechnung ${number} ist bezahlt`,
    help: ({ merchant, amount }) => say`${merchant} hat ${amount} erhalten. Es ist nichts mehr offen.`,
  },
  credited: {
    subject: ({ merchant, creditNote, amount }) => `${merchant}: Gutschrift ${creditNote} über ${amount}`,
    title: ({ creditNote, amount }) => say`Gutschrift ${creditNote} über ${amount}`,
    help: ({ merchant, amount, number }) => say`${merchant} zieht ${amount} von der Rechnung ${number} ab.`,
  },
  attached: 'Das Dokument ist als PDF angehängt.',
  amount: 'Betrag',
  due: 'Fällig',
  items: 'Für',
  from: 'Von',
  pay: 'Ansehen und bezahlen',
  view: 'Rechnung ansehen',
  onlyThere: 'Zahlen Sie nur auf dieser Seite',
  onlyThereHelp: ({ merchant }) =>
    say`${merchant} schickt niemals Wallet-Adressen oder Bankdaten per E-Mail. Wenn Sie welche erhalten, fragen Sie nach, bevor Sie zahlen.`,
  why: ({ merchant, to }) => say`Sie erhalten diese E-Mail, weil ${merchant} eine Rechnung an ${to} geschickt hat.`,
}
