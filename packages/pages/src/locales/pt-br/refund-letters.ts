import type { RefundLetterTexts } from '../../emails/mails/refund-letter-texts.ts'
import { say } from '../../emails/words.ts'

/** Texts of letters about refunds that merchants pay. */
export const refundLetters: RefundLetterTexts = {
  help: ({ merchant }) => say`${merchant} devolve o seu pagamento e paga a devolução a partir da própria carteira.`,
  reason: 'Motivo',
  value: 'Valor equivalente',
  networkFee: 'Taxa de rede',
  feeOfMerchant: ({ merchant }) => say`paga por ${merchant}`,
  paidByMerchant: ({ merchant }) => say`por ${merchant}, a partir da própria carteira`,
  named: {
    subject: ({ merchant, amount }) => `${merchant} devolve ${amount} a você`,
    preheader: 'A página mostra para qual endereço o valor é pago e quando ele chegou.',
    title: ({ merchant, amount }) => say`${merchant} devolve ${amount} a você`,
    compare: ({ merchant }) =>
      say`${merchant} informou o endereço para o qual o valor é pago. Compare-o na página com a sua carteira; se não for seu, avise ${merchant} imediatamente.`,
    button: 'Ver a devolução',
  },
  arrived: {
    subject: ({ merchant, amount }) => `${merchant} devolveu ${amount} a você`,
    preheader: 'A rede confirmou a devolução em definitivo.',
    title: ({ amount }) => say`${amount} foram devolvidos a você`,
    help: ({ merchant }) => say`${merchant} pagou no seu endereço, e a rede confirmou em definitivo. Você não precisa fazer nada.`,
    received: 'Você recebeu',
  },
}
