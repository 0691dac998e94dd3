import type { RefundLetterTexts } from '../../emails/mails/refund-letter-texts.ts'
import { say } from '../../emails/words.ts'

/** Texts of letters about refunds that merchants pay. */
export const refundLetters: RefundLetterTexts = {
  help: ({ merchant }) => say`${merchant} erstattet Ihre Zahlung und zahlt die Erstattung aus der eigenen Wallet.`,
  reason: 'Grund',
  value: 'Wert',
  networkFee: 'Netzwerkgebühr',
  feeOfMerchant: ({ merchant }) => say`zahlt ${merchant}`,
  paidByMerchant: ({ merchant }) => say`durch ${merchant}, aus der eigenen Wallet`,
  named: {
    subject: ({ merchant, amount }) => `${merchant} erstattet Ihnen ${amount}`,
    preheader: 'Die Seite zeigt, an welche Adresse gezahlt wird und wann das Geld angekommen ist.',
    title: ({ merchant, amount }) => say`${merchant} erstattet Ihnen ${amount}`,
    compare: ({ merchant }) =>
      say`${merchant} hat die Adresse angegeben, an die gezahlt wird. Vergleichen Sie sie auf der Seite mit Ihrer Wallet; ist es nicht Ihre, sagen Sie es ${merchant} sofort.`,
    button: 'Erstattung ansehen',
  },
  arrived: {
    subject: ({ merchant, amount }) => `${merchant} hat Ihnen ${amount} erstattet`,
    preheader: 'Das Netzwerk hat die Zahlung endgültig bestätigt.',
    title: ({ amount }) => say`Ihnen wurden ${amount} erstattet`,
    help: ({ merchant }) =>
      say`${merchant} hat an Ihre Adresse gezahlt, und das Netzwerk hat die Zahlung endgültig bestätigt. Sie müssen nichts tun.`,
    received: 'Sie haben erhalten',
  },
}
