import type { InvoiceLetterTexts } from '../../emails/mails/invoice-letter-texts.ts'
import { say } from '../../emails/words.ts'

/** Texts of letters about invoices. */
export const invoiceLetters: InvoiceLetterTexts = {
  sent: {
    subject: ({ number, merchant, amount }) => `Factura ${number} de ${merchant}: ${amount}`,
    title: ({ number, amount }) => say`Factura ${number} por ${amount}`,
    help: ({ merchant }) => say`${merchant} le envía esta factura.`,
  },
  open: {
    subject: ({ merchant, number }) => `${merchant}: la factura ${number} está pendiente de pago`,
    title: ({ number }) => say`La factura ${number} está pendiente de pago`,
    help: ({ amount, merchant }) => say`Quedan ${amount} por pagar a ${merchant}. Si acaba de pagar, no tiene que hacer nada más.`,
  },
  before: {
    subject: ({ merchant, number, due }) => `${merchant}: la factura ${number} vence el ${due}`,
    title: ({ number, due }) => say`La factura ${number} vence el ${due}`,
    help: ({ amount, merchant }) => say`Quedan ${amount} por pagar a ${merchant}. Si acaba de pagar, no tiene que hacer nada más.`,
  },
  on: {
    subject: ({ merchant, number }) => `${merchant}: la factura ${number} vence hoy`,
    title: ({ number }) => say`La factura ${number} vence hoy`,
    help: ({ amount, merchant }) => say`Quedan ${amount} por pagar a ${merchant}. Si acaba de pagar, no tiene que hacer nada más.`,
  },
  after: {
    subject: ({ merchant, number, due }) => `${merchant}: la factura ${number} venció el ${due}`,
    title: ({ number, due }) => say`La factura ${number} venció el ${due}`,
    help: ({ amount, merchant }) => say`Quedan ${amount} por pagar a ${merchant}. Todavía puede pagarla en su página.`,
  },
  paid: {
    subject: ({ merchant, number }) => `${merchant}: la factura ${number} está pagada`,
    title: ({ number }) => say`Gracias, la factura ${number} está pagada`,
    help: ({ merchant, amount }) => say`${merchant} ha recibido ${amount}. No queda nada pendiente.`,
  },
  credited: {
    subject: ({ merchant, creditNote, amount }) => `${merchant}: factura rectificativa ${creditNote} por ${amount}`,
    title: ({ creditNote, amount }) => say`Factura rectificativa ${creditNote} por ${amount}`,
    help: ({ merchant, amount, number }) => say`${merchant} descuenta ${amount} de la factura ${number}.`,
  },
  attached: 'El documento va adjunto en PDF.',
  amount: 'Importe',
  due: 'Vencimiento',
  items: 'Concepto',
  from: 'De',
  pay: 'Ver y pagar',
  view: 'Ver la factura',
  onlyThere: 'Pague solo en esa página',
  onlyThereHelp: ({ merchant }) =>
    say`${merchant} nunca envía direcciones de monedero ni datos bancarios por correo. Si recibe alguno, pregunte antes de pagar.`,
  why: ({ merchant, to }) => say`Recibe este correo porque ${merchant} envió una factura a ${to}.`,
}
