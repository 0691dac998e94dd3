import type { RefundLetterTexts } from '../../emails/mails/refund-letter-texts.ts'
import { say } from '../../emails/words.ts'

/** Texts of letters about refunds that merchants pay. */
export const refundLetters: RefundLetterTexts = {
  help: ({ merchant }) => say`${merchant} rembourse votre paiement et verse le remboursement depuis son propre portefeuille.`,
  reason: 'Motif',
  value: 'Valeur',
  networkFee: 'Frais de réseau',
  feeOfMerchant: ({ merchant }) => say`payés par ${merchant}`,
  paidByMerchant: ({ merchant }) => say`par ${merchant}, depuis son propre portefeuille`,
  named: {
    subject: ({ merchant, amount }) => `${merchant} vous rembourse ${amount}`,
    preheader: 'La page montre à quelle adresse l’argent est versé et quand il est arrivé.',
    title: ({ merchant, amount }) => say`${merchant} vous rembourse ${amount}`,
    compare: ({ merchant }) =>
      say`${merchant} a indiqué l’adresse à laquelle l’argent est versé. Comparez-la avec votre portefeuille sur la page ; si ce n’est pas la vôtre, prévenez ${merchant} tout de suite.`,
    button: 'Voir le remboursement',
  },
  arrived: {
    subject: ({ merchant, amount }) => `${merchant} vous a remboursé ${amount}`,
    preheader: 'Le réseau l’a confirmé définitivement.',
    title: ({ amount }) => say`${amount} vous ont été remboursés`,
    help: ({ merchant }) =>
      say`${merchant} a versé le remboursement à votre adresse, et le réseau l’a confirmé définitivement. Vous n’avez rien à faire.`,
    received: 'Vous avez reçu',
  },
}
