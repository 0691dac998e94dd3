/** What a card does. Numbers and tokens are those of docs.stripe.com/testing, so that they also work with the processor's test mode. */
export interface TestCard {
  readonly number: string
  readonly token: string
  readonly brand: string
  readonly title: string
  readonly decline?: { readonly code: string; readonly decline_code?: string; readonly message: string }
  readonly needsAuthentication?: true
  /** Becomes true right after the charge. */
  readonly dispute?: 'fraudulent' | 'inquiry'
  /** How its refunds begin. */
  readonly refunds?: 'pending' | 'failing'
}

const declined = (decline_code: string, message = 'Your card was declined.') => ({ code: 'card_declined', decline_code, message })

/** The cards that are accepted on payment pages. */
export const testCards: readonly TestCard[] = [
  { number: '4242424242424242', token: 'pm_card_visa', brand: 'visa', title: 'Succeeds' },
  {
    number: '4000000000009995',
    token: 'pm_card_chargeDeclinedInsufficientFunds',
    brand: 'visa',
    title: 'Declined: insufficient funds',
    decline: declined('insufficient_funds', 'Your card has insufficient funds.'),
  },
  { number: '4000000000000002', token: 'pm_card_chargeDeclined', brand: 'visa', title: 'Declined', decline: declined('generic_decline') },
  {
    number: '4000000000000069',
    token: 'pm_card_chargeDeclinedExpiredCard',
    brand: 'visa',
    title: 'Declined: expired',
    decline: { code: 'expired_card', message: 'Your card has expired.' },
  },
  {
    number: '4000002760003184',
    token: 'pm_card_authenticationRequired',
    brand: 'visa',
    title: 'Asks for authentication (3-D Secure)',
    needsAuthentication: true,
  },
  { number: '4000000000000259', token: 'pm_card_createDispute', brand: 'visa', title: 'Succeeds, then is disputed', dispute: 'fraudulent' },
  {
    number: '4000000000001976',
    token: 'pm_card_createDisputeInquiry',
    brand: 'visa',
    title: 'Succeeds, then an inquiry',
    dispute: 'inquiry',
  },
  {
    number: '4000000000007726',
    token: 'pm_card_pendingRefund',
    brand: 'visa',
    title: 'Succeeds; refunds are pending first',
    refunds: 'pending',
  },
  { number: '4000000000005126', token: 'pm_card_refundFail', brand: 'visa', title: 'Succeeds; refunds fail later', refunds: 'failing' },
]

/** The card of a number, spaces aside, or of a token. */
export const findCard = (sent: string): TestCard | undefined =>
  testCards.find(({ number, token }) => number === sent.replaceAll(/\s/g, '') || token === sent)

/** The card of a number as it is stored. */
export const cardOfNumber = (number: string | undefined): TestCard | undefined => testCards.find((card) => card.number === number)
