import type { RefundLetterTexts } from '../../emails/mails/refund-letter-texts.ts'
import { say } from '../../emails/words.ts'

/** Texts of letters about refunds that merchants pay. */
export const refundLetters: RefundLetterTexts = {
  help: ({ merchant }) => say`${merchant} le rimborsa il pagamento e versa il rimborso dal proprio portafoglio.`,
  reason: 'Motivo',
  value: 'Valore',
  networkFee: 'Commissione di rete',
  feeOfMerchant: ({ merchant }) => say`la paga ${merchant}`,
  paidByMerchant: ({ merchant }) => say`da ${merchant}, dal proprio portafoglio`,
  named: {
    subject: ({ merchant, amount }) => `${merchant} le rimborsa ${amount}`,
    preheader: 'La pagina mostra a quale indirizzo viene versato e quando è arrivato.',
    title: ({ merchant, amount }) => say`${merchant} le rimborsa ${amount}`,
    compare: ({ merchant }) =>
      say`${merchant} ha indicato l’indirizzo a cui viene versato. Lo confronti sulla pagina con il suo portafoglio; se non è suo, avvisi subito ${merchant}.`,
    button: 'Vedere il rimborso',
  },
  arrived: {
    subject: ({ merchant, amount }) => `${merchant} le ha rimborsato ${amount}`,
    preheader: 'La rete lo ha confermato in modo definitivo.',
    title: ({ amount }) => say`Le sono stati rimborsati ${amount}`,
    help: ({ merchant }) =>
      say`${merchant} lo ha versato al suo indirizzo e la rete lo ha confermato in modo definitivo. Non deve fare nulla.`,
    received: 'Ha ricevuto',
  },
}
