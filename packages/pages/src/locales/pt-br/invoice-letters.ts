import type { InvoiceLetterTexts } from '../../emails/mails/invoice-letter-texts.ts'
import { say } from '../../emails/words.ts'

/** Texts of letters about invoices. */
export const invoiceLetters: InvoiceLetterTexts = {
  sent: {
    subject: ({ number, merchant, amount }) => `Fatura ${number} de ${merchant}: ${amount}`,
    title: ({ number, amount }) => say`Fatura ${number} de ${amount}`,
    help: ({ merchant }) => say`${merchant} envia a você esta fatura.`,
  },
  open: {
    subject: ({ merchant, number }) => `${merchant}: a fatura ${number} ainda está em aberto`,
    title: ({ number }) => say`A fatura ${number} ainda está em aberto`,
    help: ({ amount, merchant }) => say`Ainda faltam ${amount} a pagar a ${merchant}. Se você acabou de pagar, não há mais nada a fazer.`,
  },
  before: {
    subject: ({ merchant, number, due }) => `${merchant}: a fatura ${number} vence em ${due}`,
    title: ({ number, due }) => say`A fatura ${number} vence em ${due}`,
    help: ({ amount, merchant }) => say`Ainda faltam ${amount} a pagar a ${merchant}. Se você acabou de pagar, não há mais nada a fazer.`,
  },
  on: {
    subject: ({ merchant, number }) => `${merchant}: a fatura ${number} vence hoje`,
    title: ({ number }) => say`A fatura ${number} vence hoje`,
    help: ({ amount, merchant }) => say`Ainda faltam ${amount} a pagar a ${merchant}. Se você acabou de pagar, não há mais nada a fazer.`,
  },
  after: {
    subject: ({ merchant, number, due }) => `${merchant}: a fatura ${number} venceu em ${due}`,
    title: ({ number, due }) => say`A fatura ${number} venceu em ${due}`,
    help: ({ amount, merchant }) => say`Ainda faltam ${amount} a pagar a ${merchant}. Você ainda pode pagá-la na página dela.`,
  },
  paid: {
    subject: ({ merchant, number }) => `${merchant}: a fatura ${number} está paga`,
    title: ({ number }) => say`Obrigado, a fatura ${number} está paga`,
    help: ({ merchant, amount }) => say`${merchant} recebeu ${amount}. Não falta mais nada.`,
  },
  credited: {
    subject: ({ merchant, creditNote, amount }) => `${merchant}: nota de crédito ${creditNote} de ${amount}`,
    title: ({ creditNote, amount }) => say`Nota de crédito ${creditNote} de ${amount}`,
    help: ({ merchant, amount, number }) => say`${merchant} desconta ${amount} da fatura ${number}.`,
  },
  attached: 'O documento está anexado em PDF.',
  amount: 'Valor',
  due: 'Vencimento',
  items: 'Referente a',
  from: 'De',
  pay: 'Ver e pagar',
  view: 'Ver a fatura',
  onlyThere: 'Pague somente nessa página',
  onlyThereHelp: ({ merchant }) =>
    say`${merchant} nunca envia endereços de carteira nem dados bancários por e-mail. Se você receber algum, pergunte antes de pagar.`,
  why: ({ merchant, to }) => say`Você recebe este e-mail porque ${merchant} enviou uma fatura a ${to}.`,
}
