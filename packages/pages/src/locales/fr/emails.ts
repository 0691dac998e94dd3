import type { PayerTexts } from '../../emails/mails/payer-texts.ts'
import { say } from '../../emails/words.ts'

/** Texts of mails to payers. */
export const emails: PayerTexts = {
  orOpen: 'Ou ouvrez',
  sentFor: (product, merchant) =>
    say`Envoyé par ${product} pour ${merchant}. Personne ne vous demandera jamais votre phrase de récupération.`,
  replies: (merchant) => say`Des questions ? Répondez à cet e-mail : votre réponse arrive chez ${merchant}.`,
  nameFirst:
    'Ouvrez d’abord le séquestre et indiquez votre adresse de remboursement : elle détermine où vous payez, et la page le montre ensuite.',
  refund: {
    subject: ({ merchant, amount }) => `${merchant} vous rembourse ${amount} : à quelle adresse ?`,
    preheader: ({ coin }) => say`Indiquez une adresse de votre propre portefeuille ${coin}. Le lien fonctionne une seule fois.`,
    title: ({ amount }) => say`Où envoyer vos ${amount} ?`,
    reasons: {
      underpaid: ({ merchant }) => say`Votre paiement ne couvrait pas le prix ; ${merchant} vous rembourse donc ce que vous avez envoyé.`,
      late: ({ merchant }) => say`Votre paiement est arrivé après le délai ; ${merchant} vous rembourse donc ce que vous avez envoyé.`,
      failed: ({ merchant }) => say`Votre paiement n’a pas pu aboutir ; ${merchant} vous rembourse donc ce que vous avez envoyé.`,
    },
    ask: 'Les adresses d’expéditeur appartiennent souvent à des plateformes d’échange : nous vous en demandons une au lieu de deviner.',
    payment: 'Paiement',
    youGet: 'Vous recevez',
    lessNetworkFee: ({ amount }) => say`${amount}, moins les frais de réseau`,
    ourFee: 'Nos frais',
    none: 'aucuns',
    paid: 'Versement',
    paidAfter: (hours) => say`${hours} après la saisie de l’adresse`,
    paidAtOnce: 'peu après la saisie de l’adresse',
    worksUntil: 'Lien valable jusqu’au',
    button: 'Indiquer l’adresse',
    warning: ({ coin }) => say`Uniquement ${coin}, uniquement votre propre portefeuille`,
    consequence:
      'Ce qui est envoyé à une mauvaise adresse ne peut pas être récupéré. La page montre encore l’adresse avant que vous confirmiez ; cela ne marche qu’une fois.',
    isKey: ({ merchant }) =>
      say`Ce lien est votre clé : qui le possède décide où va l’argent. Ne transférez pas cet e-mail, pas même à ${merchant}.`,
    why: ({ merchant, to }) =>
      say`Vous recevez cet e-mail parce que ${to} a été indiquée pour le remboursement d’un paiement à ${merchant}.`,
  },
}
