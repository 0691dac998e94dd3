import type { RefundLetterTexts } from '../../emails/mails/refund-letter-texts.ts'
import { say } from '../../emails/words.ts'

/** Texts of letters about refunds that merchants pay. */
export const refundLetters: RefundLetterTexts = {
  help: ({ merchant }) => say`${merchant} refunds your payment and pays the refund from its own wallet.`,
  reason: 'Reason',
  value: 'Value',
  networkFee: 'Network fee',
  feeOfMerchant: ({ merchant }) => say`paid by ${merchant}`,
  paidByMerchant: ({ merchant }) => say`by ${merchant}, from its own wallet`,
  named: {
    subject: ({ merchant, amount }) => `${merchant} returns ${amount} to you`,
    preheader: 'The page shows the address that it is paid to, and when it has arrived.',
    title: ({ merchant, amount }) => say`${merchant} returns ${amount} to you`,
    compare: ({ merchant }) =>
      say`${merchant} has named the address that it is paid to. Compare it with your wallet on the page; if it is not yours, tell ${merchant} at once.`,
    button: 'See the refund',
  },
  arrived: {
    subject: ({ merchant, amount }) => `${merchant} has returned ${amount} to you`,
    preheader: 'The network has confirmed it for good.',
    title: ({ amount }) => say`${amount} was returned to you`,
    help: ({ merchant }) =>
      say`${merchant} paid it to your address, and the network has confirmed it for good. There is nothing for you to do.`,
    received: 'You received',
  },
}
