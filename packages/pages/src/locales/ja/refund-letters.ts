import type { RefundLetterTexts } from '../../emails/mails/refund-letter-texts.ts'
import { say } from '../../emails/words.ts'

/** Texts of letters about refunds that merchants pay. */
export const refundLetters: RefundLetterTexts = {
  help: ({ merchant }) => say`${merchant} がお支払いを返金します。返金は ${merchant} 自身のウォレットから送られます。`,
  reason: '理由',
  value: '相当額',
  networkFee: 'ネットワーク手数料',
  feeOfMerchant: ({ merchant }) => say`${merchant} が負担します`,
  paidByMerchant: ({ merchant }) => say`${merchant} が自身のウォレットから送ります`,
  named: {
    subject: ({ merchant, amount }) => `${merchant} が ${amount} を返金します`,
    preheader: '送り先のアドレスと、届いたかどうかをページで確認できます。',
    title: ({ merchant, amount }) => say`${merchant} が ${amount} を返金します`,
    compare: ({ merchant }) =>
      say`送り先のアドレスは ${merchant} が指定しました。ページでご自身のウォレットと見比べてください。ご自身のアドレスでない場合は、すぐに ${merchant} へお知らせください。`,
    button: '返金を見る',
  },
  arrived: {
    subject: ({ merchant, amount }) => `${merchant} から ${amount} の返金が届きました`,
    preheader: 'ネットワークで最終的に承認されました。',
    title: ({ amount }) => say`${amount} の返金が届きました`,
    help: ({ merchant }) => say`${merchant} がご指定のアドレスに送り、ネットワークで最終的に承認されました。お手続きは不要です。`,
    received: '受け取った額',
  },
}
