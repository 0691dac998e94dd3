import { line, type Part } from '../../html.ts'

/** Texts of the refund page. Values are amounts with their unit, names, times and spans of time as shown. */
export const refund = {
  title: (merchant: Part) => line`Refund from ${merchant}`,
  offered: (amount: Part) => line`${amount} can be sent back to you`,
  underpaid: (merchant: Part) =>
    line`Less than the full amount arrived before the time was up, so ${merchant} was not paid. Your money is held; name the address it is sent back to.`,
  late: (merchant: Part) =>
    line`It arrived after the time was up, so ${merchant} was not paid. Your money is held; name the address it is sent back to.`,
  failed: (merchant: Part) => line`The payment to ${merchant} did not go through. Your money is held; name the address it is sent back to.`,
  held: 'Held for you',
  amount: 'Amount',
  networkFeeAbout: 'Network fee, at the moment about',
  networkFee: 'Network fee',
  youReceiveAbout: 'You receive about',
  youReceive: 'You receive',
  youReceived: 'You received',
  feeTakenOff: 'The network fee of the day it is sent is taken off. There is no other fee.',
  linkWorksUntil: 'This link works until',
  reference: 'Payment reference',
  network: 'Network',
  notWorth: 'The network fee is higher than the amount at the moment',
  notWorthHelp: 'You can name an address now. The money is sent once the fee has fallen.',
  yourAddress: (network: Part) => line`Your ${network} address`,
  addressHint: (network: Part) =>
    line`A receiving address of your own wallet on ${network}. Not the address you paid to. If you paid from an exchange, use the deposit address it gives you.`,
  check: 'Check the address',
  nothingYet: 'Nothing is sent yet. You see everything once more before you confirm.',
  addressMissing: 'Enter the address that the money is sent to.',
  addressMalformed: (network: Part) =>
    line`This is not a ${network} address. A character may be missing or wrong: copy it from your wallet again.`,
  addressOtherNetwork: (network: Part) => line`This address is of another network. Enter an address on ${network}.`,
  addressOwn: 'This is an address for payments to a shop. Enter a receiving address of your own wallet.',
  addressNoWallet: 'This is the address of a token or a program, not of a wallet. Enter a receiving address of your own wallet.',
  addressUnchecked: 'The address cannot be checked right now. Try again in a minute: nothing was sent.',
  review: (amount: Part) => line`Send ${amount} to this address?`,
  reviewHelp: 'Compare every character with your wallet.',
  consequenceAmount: (amount: Part) => line`${amount}, less the network fee`,
  consequenceWait: (span: Part, moment: Part) => line`Sent after a waiting time of ${span}: on ${moment} at the earliest`,
  consequenceNoWait: 'Sent as soon as you confirm',
  consequenceFinal: 'Sent once. It cannot be called back, not by you, the shop or us. At a wrong address the money is lost.',
  confirm: 'Send to this address',
  change: 'Change the address',
  claimed: (moment: Part) => line`Your refund is sent on ${moment} at the earliest`,
  claimedHelp: (merchant: Part, moment: Part) =>
    line`The waiting time protects you. If this address is not yours, tell ${merchant} before ${moment}: until then the refund can be stopped.`,
  due: 'Your refund is about to be sent',
  dueHelp: 'The waiting time is over. The refund is checked once more and then sent.',
  feeDelay: 'Your refund waits for a lower network fee',
  feeDelayHelp: 'The network fee is higher than the amount at the moment. The money stays held and is sent once the fee has fallen.',
  toAddress: 'To this address',
  paying: 'Your refund is being sent',
  payingHelp: 'Its transaction appears here as soon as the network has it.',
  sent: 'Your refund is on its way',
  sentHelp: 'The network has the transaction and is confirming it. There is nothing for you to do.',
  returned: (amount: Part) => line`${amount} was sent back to you`,
  returnedHelp: 'The refund is final. Nothing is left to do.',
  transaction: 'Transaction',
  viewTransaction: 'View transaction',
  overtaken: 'The payment was completed',
  overtakenHelp: (merchant: Part) =>
    line`The money counts as paid to ${merchant}, so nothing is sent back. Ask ${merchant} if that surprises you.`,
  unsettled: 'Your money is being confirmed again',
  unsettledHelp:
    'The network took back its latest blocks, and your transfer was in one of them. It usually comes back by itself. Open this page again in an hour.',
  taken: 'Another address was named before yours',
  takenHelp: (merchant: Part) =>
    line`This link takes one address, and yours was not used. If you do not know the address below, tell ${merchant} at once.`,
  checkAgain: 'Check again',
}

/** The refund page's texts in one language. */
export type RefundTexts = typeof refund
