import type { PayerTexts } from '../../emails/mails/payer-texts.ts'
import { say } from '../../emails/words.ts'

/** Texts of mails to payers. */
export const emails: PayerTexts = {
  orOpen: 'Or open',
  sentFor: (product, merchant) => say`Sent by ${product} for ${merchant}. Nobody will ever ask for your recovery phrase.`,
  replies: (merchant) => say`Questions? Reply to this mail: it goes to ${merchant}.`,
  nameFirst: 'First open the escrow and name your address for refunds: where you pay depends on it, and the page shows it then.',
  refund: {
    subject: ({ merchant, amount }) => `${merchant} returns ${amount} to you: where should it go?`,
    preheader: ({ coin }) => say`Enter an address of your own ${coin} wallet. The link works once.`,
    title: ({ amount }) => say`Where should your ${amount} go?`,
    reasons: {
      underpaid: ({ merchant }) => say`Your payment did not cover the price, so ${merchant} returns what you sent.`,
      late: ({ merchant }) => say`Your payment arrived after its time was up, so ${merchant} returns what you sent.`,
      failed: ({ merchant }) => say`Your payment could not be completed, so ${merchant} returns what you sent.`,
    },
    ask: 'Addresses of senders often belong to exchanges, so we ask you for one instead of guessing.',
    payment: 'Payment',
    youGet: 'You get',
    lessNetworkFee: ({ amount }) => say`${amount}, less the network fee`,
    ourFee: 'Our fee',
    none: 'none',
    paid: 'Paid',
    paidAfter: (hours) => say`${hours} after you enter the address`,
    paidAtOnce: 'soon after you enter the address',
    worksUntil: 'Link works until',
    button: 'Enter your address',
    warning: ({ coin }) => say`Only ${coin}, only your own wallet`,
    consequence:
      'Money sent to a wrong address cannot be brought back. The page shows the address again before you confirm; it works once.',
    isKey: ({ merchant }) =>
      say`This link is your key: its holder decides where the money goes. Do not forward this mail, not even to ${merchant}.`,
    why: ({ merchant, to }) => say`You get this because ${to} was named for the refund of a payment to ${merchant}.`,
  },
}
