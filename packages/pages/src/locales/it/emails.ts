import type { PayerTexts } from '../../emails/mails/payer-texts.ts'
import { say } from '../../emails/words.ts'

/** Texts of mails to payers. */
export const emails: PayerTexts = {
  orOpen: 'Oppure apra',
  sentFor: (product, merchant) => say`Inviato da ${product} per ${merchant}. Nessuno le chiederà mai la frase di recupero.`,
  replies: (merchant) => say`Domande? Risponda a questa e-mail: la risposta arriva a ${merchant}.`,
  nameFirst:
    'Apra prima il deposito e indichi il suo indirizzo per i rimborsi: da esso dipende dove paga, e la pagina lo mostra subito dopo.',
  refund: {
    subject: ({ merchant, amount }) => `${merchant} le rimborsa ${amount}: a quale indirizzo?`,
    preheader: ({ coin }) => say`Inserisca un indirizzo del suo portafoglio ${coin}. Il link funziona una sola volta.`,
    title: ({ amount }) => say`Dove inviare i suoi ${amount}?`,
    reasons: {
      underpaid: ({ merchant }) => say`Il suo pagamento non copriva il prezzo, perciò ${merchant} le rimborsa quanto ha inviato.`,
      late: ({ merchant }) => say`Il suo pagamento è arrivato a tempo scaduto, perciò ${merchant} le rimborsa quanto ha inviato.`,
      failed: ({ merchant }) => say`Non è stato possibile completare il suo pagamento, perciò ${merchant} le rimborsa quanto ha inviato.`,
    },
    ask: 'Gli indirizzi dei mittenti appartengono spesso agli exchange, perciò ne chiediamo uno a lei invece di indovinare.',
    payment: 'Pagamento',
    youGet: 'Riceve',
    lessNetworkFee: ({ amount }) => say`${amount}, meno la commissione di rete`,
    ourFee: 'La nostra commissione',
    none: 'nessuna',
    paid: 'Versamento',
    paidAfter: (hours) => say`${hours} dopo l’inserimento dell’indirizzo`,
    paidAtOnce: 'poco dopo l’inserimento dell’indirizzo',
    worksUntil: 'Link valido fino al',
    button: 'Inserire l’indirizzo',
    warning: ({ coin }) => say`Solo ${coin}, solo il suo portafoglio`,
    consequence:
      'Ciò che viene inviato a un indirizzo sbagliato non si può recuperare. La pagina mostra di nuovo l’indirizzo prima della conferma; funziona una sola volta.',
    isKey: ({ merchant }) =>
      say`Questo link è la sua chiave: chi lo possiede decide dove va il denaro. Non inoltri questa e-mail, nemmeno a ${merchant}.`,
    why: ({ merchant, to }) => say`Riceve questa e-mail perché ${to} è stato indicato per il rimborso di un pagamento a ${merchant}.`,
  },
}
