import type { RefundLetterTexts } from '../../emails/mails/refund-letter-texts.ts'
import { say } from '../../emails/words.ts'

/** Texts of letters about refunds that merchants pay. */
export const refundLetters: RefundLetterTexts = {
  help: ({ merchant }) => say`${merchant} 退还您的付款，并从自己的钱包支付退款。`,
  reason: '原因',
  value: '价值',
  networkFee: '网络费用',
  feeOfMerchant: ({ merchant }) => say`由 ${merchant} 承担`,
  paidByMerchant: ({ merchant }) => say`由 ${merchant} 从自己的钱包支付`,
  named: {
    subject: ({ merchant, amount }) => `${merchant} 向您退款 ${amount}`,
    preheader: '页面会显示退款发往的地址，以及是否已到账。',
    title: ({ merchant, amount }) => say`${merchant} 向您退款 ${amount}`,
    compare: ({ merchant }) => say`${merchant} 已填写退款地址。请在页面上与您的钱包核对；如果不是您的地址，请立即告知 ${merchant}。`,
    button: '查看退款',
  },
  arrived: {
    subject: ({ merchant, amount }) => `${merchant} 已向您退款 ${amount}`,
    preheader: '退款已到账，网络已最终确认。',
    title: ({ amount }) => say`${amount} 已退还给您`,
    help: ({ merchant }) => say`${merchant} 已支付到您的地址，网络已最终确认。您无需任何操作。`,
    received: '您已收到',
  },
}
