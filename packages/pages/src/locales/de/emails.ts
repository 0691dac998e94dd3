import type { PayerTexts } from '../../emails/mails/payer-texts.ts'
import { say } from '../../emails/words.ts'

/** Texts of mails to payers. */
export const emails: PayerTexts = {
  orOpen: 'Oder öffnen Sie',
  sentFor: (product, merchant) => say`Gesendet von ${product} für ${merchant}. Niemand fragt Sie je nach Ihrer Wiederherstellungsphrase.`,
  replies: (merchant) => say`Fragen? Antworten Sie auf diese E-Mail: Die Antwort geht an ${merchant}.`,
  nameFirst:
    'Öffnen Sie zuerst die Treuhand und nennen Sie Ihre Adresse für Rückzahlungen: Von ihr hängt ab, wohin Sie zahlen, und die Seite zeigt es dann.',
  refund: {
    subject: ({ merchant, amount }) => `${merchant} erstattet Ihnen ${amount}: An welche Adresse?`,
    preheader: ({ coin }) => say`Geben Sie eine Adresse Ihrer eigenen ${coin}-Wallet ein. Der Link funktioniert einmal.`,
    title: ({ amount }) => say`Wohin sollen Ihre ${amount} gehen?`,
    reasons: {
      underpaid: ({ merchant }) => say`Ihre Zahlung deckte den Preis nicht. ${merchant} erstattet Ihnen deshalb, was Sie gesendet haben.`,
      late: ({ merchant }) => say`Ihre Zahlung kam nach Ablauf der Zeit an. ${merchant} erstattet Ihnen deshalb, was Sie gesendet haben.`,
      failed: ({ merchant }) =>
        say`Ihre Zahlung konnte nicht abgeschlossen werden. ${merchant} erstattet Ihnen deshalb, was Sie gesendet haben.`,
    },
    ask: 'Absenderadressen gehören oft Börsen. Deshalb fragen wir Sie nach einer Adresse, statt zu raten.',
    payment: 'Zahlung',
    youGet: 'Sie erhalten',
    lessNetworkFee: ({ amount }) => say`${amount}, abzüglich der Netzwerkgebühr`,
    ourFee: 'Unsere Gebühr',
    none: 'keine',
    paid: 'Auszahlung',
    paidAfter: (hours) => say`${hours} nach Eingabe der Adresse`,
    paidAtOnce: 'kurz nach Eingabe der Adresse',
    worksUntil: 'Link gültig bis',
    button: 'Adresse eingeben',
    warning: ({ coin }) => say`Nur ${coin}, nur Ihre eigene Wallet`,
    consequence:
      'Was an eine falsche Adresse gesendet wird, lässt sich nicht zurückholen. Die Seite zeigt die Adresse noch einmal, bevor Sie bestätigen; das geht nur einmal.',
    isKey: ({ merchant }) =>
      say`Dieser Link ist Ihr Schlüssel: Wer ihn hat, bestimmt, wohin das Geld geht. Leiten Sie diese E-Mail nicht weiter, auch nicht an ${merchant}.`,
    why: ({ merchant, to }) => say`Sie erhalten diese E-Mail, weil ${to} für die Erstattung einer Zahlung an ${merchant} angegeben wurde.`,
  },
}
