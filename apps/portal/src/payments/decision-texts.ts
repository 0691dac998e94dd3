import type { Detail } from './payment.tsx'

type Decision = Detail['decisions'][number]['decision']
type Consequence = Detail['decisions'][number]['consequences'][number]

interface Texts {
  readonly title: string
  /** Opens the dialog. */
  readonly open: string
  /** The safe way out of it. */
  readonly keep: string
  readonly act: string
  readonly busy: string
  readonly done: string
}

/** What each decision is called, before, while and after it is made. */
export const decisions: Readonly<Record<Decision, Texts>> = {
  accept: {
    title: 'Accept it as paid in full',
    open: 'Accept…',
    keep: 'Not now',
    act: 'Accept as paid',
    busy: 'Accepting…',
    done: 'Accepted. The payment is being completed.',
  },
  forward: {
    title: 'Forward it to your wallet',
    open: 'Forward…',
    keep: 'Not now',
    act: 'Forward it',
    busy: 'Forwarding…',
    done: 'It goes to your wallet.',
  },
  refund: {
    title: 'Return it to the customer',
    open: 'Create refund link…',
    keep: 'Not now',
    act: 'Create refund link',
    busy: 'Creating…',
    done: 'The refund link is created.',
  },
  withdraw_refund: {
    title: 'Take the refund link back',
    open: 'Take it back…',
    keep: 'Keep the link',
    act: 'Take it back',
    busy: 'Taking back…',
    done: 'The refund link no longer works.',
  },
}

const consequences: Readonly<Record<Consequence, string>> = {
  counts_as_paid: 'Your shop receives payment.completed, the signal to ship',
  goes_to_wallet: 'The money goes to your wallet',
  fee_is_taken: 'Our fee and the network fee are taken off',
  status_stays: 'The status of the payment stays',
  payer_gets_link: 'You send the customer a one-time link; they enter their own address',
  payer_bears_network_fee: 'The network fee is taken off; we take no fee',
  refund_link_ends: 'The refund link that is open stops working',
  money_stays_held: 'The money stays held until you decide again',
  cannot_be_undone: 'This cannot be undone',
}

/** A consequence, in a sentence. */
export const consequenceOf = (consequence: Consequence): string => consequences[consequence]
