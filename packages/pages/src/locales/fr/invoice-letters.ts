import type { InvoiceLetterTexts } from '../../emails/mails/invoice-letter-texts.ts'
import { say } from '../../emails/words.ts'

/** Texts of letters about invoices. */
export const invoiceLetters: InvoiceLetterTexts = {
  sent: {
    subject: ({ number, merchant, amount }) => `Facture ${number} de ${merchant} : ${amount}`,
    title: ({ number, amount }) => say`Facture ${number} de ${amount}`,
    help: ({ merchant }) => say`${merchant} vous envoie cette facture.`,
  },
  open: {
    subject: ({ merchant, number }) => `${merchant} : la facture ${number} reste à payer`,
    title: ({ number }) => say`La facture ${number} reste à payer`,
    help: ({ amount, merchant }) => say`Il reste ${amount} à payer à ${merchant}. Si vous venez de payer, vous n’avez plus rien à faire.`,
  },
  before: {
    subject: ({ merchant, number, due }) => `${merchant} : la facture ${number} est à payer avant le ${due}`,
    title: ({ number, due }) => say`La facture ${number} est à payer avant le ${due}`,
    help: ({ amount, merchant }) => say`Il reste ${amount} à payer à ${merchant}. Si vous venez de payer, vous n’avez plus rien à faire.`,
  },
  on: {
    subject: ({ merchant, number }) => `${merchant} : la facture ${number} est à payer aujourd’hui`,
    title: ({ number }) => say`La facture ${number} est à payer aujourd’hui`,
    help: ({ amount, merchant }) => say`Il reste ${amount} à payer à ${merchant}. Si vous venez de payer, vous n’avez plus rien à faire.`,
  },
  after: {
    subject: ({ merchant, number, due }) => `${merchant} : la facture ${number} était à payer avant le ${due}`,
    title: ({ number, due }) => say`La facture ${number} était à payer avant le ${due}`,
    help: ({ amount, merchant }) => say`Il reste ${amount} à payer à ${merchant}. Vous pouvez toujours la payer sur sa page.`,
  },
  paid: {
    subject: ({ merchant, number }) => `${merchant} : la facture ${number} est payée`,
    title: ({ number }) => say`Merci, la facture ${number} est payée`,
    help: ({ merchant, amount }) => say`${merchant} a reçu ${amount}. Il ne reste rien à payer.`,
  },
  credited: {
    subject: ({ merchant, creditNote, amount }) => `${merchant} : avoir ${creditNote} de ${amount}`,
    title: ({ creditNote, amount }) => say`Avoir ${creditNote} de ${amount}`,
    help: ({ merchant, amount, number }) => say`${merchant} déduit ${amount} de la facture ${number}.`,
  },
  attached: 'Le document est joint au format PDF.',
  amount: 'Montant',
  due: 'Échéance',
  items: 'Objet',
  from: 'De',
  pay: 'Voir et payer',
  view: 'Voir la facture',
  onlyThere: 'Ne payez que sur cette page',
  onlyThereHelp: ({ merchant }) =>
    say`${merchant} n’envoie jamais d’adresse de portefeuille ni de coordonnées bancaires par e-mail. Si vous en recevez, demandez avant de payer.`,
  why: ({ merchant, to }) => say`Vous recevez cet e-mail parce que ${merchant} a envoyé une facture à ${to}.`,
}
