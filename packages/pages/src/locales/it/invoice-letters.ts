import type { InvoiceLetterTexts } from '../../emails/mails/invoice-letter-texts.ts'
import { say } from '../../emails/words.ts'

/** Texts of letters about invoices. */
export const invoiceLetters: InvoiceLetterTexts = {
  sent: {
    subject: ({ number, merchant, amount }) => `Fattura ${number} di ${merchant}: ${amount}`,
    title: ({ number, amount }) => say`Fattura ${number} di ${amount}`,
    help: ({ merchant }) => say`${merchant} le invia questa fattura.`,
  },
  open: {
    subject: ({ merchant, number }) => `${merchant}: la fattura ${number} è ancora da pagare`,
    title: ({ number }) => say`La fattura ${number} è ancora da pagare`,
    help: ({ amount, merchant }) => say`Restano da pagare ${amount} a ${merchant}. Se ha appena pagato, non deve fare altro.`,
  },
  before: {
    subject: ({ merchant, number, due }) => `${merchant}: la fattura ${number} scade il ${due}`,
    title: ({ number, due }) => say`La fattura ${number} scade il ${due}`,
    help: ({ amount, merchant }) => say`Restano da pagare ${amount} a ${merchant}. Se ha appena pagato, non deve fare altro.`,
  },
  on: {
    subject: ({ merchant, number }) => `${merchant}: la fattura ${number} scade oggi`,
    title: ({ number }) => say`La fattura ${number} scade oggi`,
    help: ({ amount, merchant }) => say`Restano da pagare ${amount} a ${merchant}. Se ha appena pagato, non deve fare altro.`,
  },
  after: {
    subject: ({ merchant, number, due }) => `${merchant}: la fattura ${number} è scaduta il ${due}`,
    title: ({ number, due }) => say`La fattura ${number} è scaduta il ${due}`,
    help: ({ amount, merchant }) => say`Restano da pagare ${amount} a ${merchant}. Può ancora pagarla sulla sua pagina.`,
  },
  paid: {
    subject: ({ merchant, number }) => `${merchant}: la fattura ${number} è pagata`,
    title: ({ number }) => say`Grazie, la fattura ${number} è pagata`,
    help: ({ merchant, amount }) => say`${merchant} ha ricevuto ${amount}. Non resta altro da pagare.`,
  },
  credited: {
    subject: ({ merchant, creditNote, amount }) => `${merchant}: nota di credito ${creditNote} di ${amount}`,
    title: ({ creditNote, amount }) => say`Nota di credito ${creditNote} di ${amount}`,
    help: ({ merchant, amount, number }) => say`${merchant} detrae ${amount} dalla fattura ${number}.`,
  },
  attached: 'Il documento è allegato in PDF.',
  amount: 'Importo',
  due: 'Scadenza',
  items: 'Per',
  from: 'Da',
  pay: 'Vedi e paga',
  view: 'Vedi la fattura',
  onlyThere: 'Paghi solo su quella pagina',
  onlyThereHelp: ({ merchant }) =>
    say`${merchant} non invia mai indirizzi di portafogli né coordinate bancarie per e-mail. Se ne riceve, chieda prima di pagare.`,
  why: ({ merchant, to }) => say`Riceve questa e-mail perché ${merchant} ha inviato una fattura a ${to}.`,
}
