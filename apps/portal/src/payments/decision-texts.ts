import { ArrowLeftRight, Link2, Link2Off, Lock, type LucideIcon, Pause, Percent, ShoppingBag, Wallet } from 'lucide-react'
import type { Detail } from './payment.tsx'

type Decision = Detail['decisions'][number]['decision']
type Consequence = Detail['decisions'][number]['consequences'][number]

interface Texts {
  readonly title: string
  /** Asks in the dialog, with what it is about. */
  readonly asks: (what: string) => string
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
    asks: (what) => `Accept ${what} as paid in full?`,
    open: 'Accept…',
    keep: 'Not now',
    act: 'Accept as paid',
    busy: 'Accepting…',
    done: 'Accepted. The payment is being completed.',
  },
  forward: {
    title: 'Forward it to your wallet',
    asks: (what) => `Forward ${what} to your wallet?`,
    open: 'Forward…',
    keep: 'Not now',
    act: 'Forward it',
    busy: 'Forwarding…',
    done: 'It goes to your wallet.',
  },
  refund: {
    title: 'Return it to the customer',
    asks: (what) => `Return ${what} to the customer?`,
    open: 'Create refund link…',
    keep: 'Not now',
    act: 'Create refund link',
    busy: 'Creating…',
    done: 'The refund link is created.',
  },
  withdraw_refund: {
    title: 'Take the refund link back',
    asks: (what) => `Take the refund link of ${what} back?`,
    open: 'Take it back…',
    keep: 'Keep the link',
    act: 'Take it back',
    busy: 'Taking back…',
    done: 'The refund link no longer works.',
  },
}

const consequences: Readonly<Record<Consequence, readonly [icon: LucideIcon, text: string]>> = {
  counts_as_paid: [ShoppingBag, 'Your shop receives payment.completed, the signal to ship'],
  goes_to_wallet: [Wallet, 'The money goes to your wallet'],
  fee_is_taken: [Percent, 'Our fee and the network fee are taken off'],
  status_stays: [ArrowLeftRight, 'The status stays'],
  payer_gets_link: [Link2, 'You send the customer a one-time link; they enter their own address'],
  payer_bears_network_fee: [Percent, 'The network fee is taken off; we take no fee'],
  refund_link_ends: [Link2Off, 'The refund link that is open stops working'],
  money_stays_held: [Pause, 'The money stays held until you decide again'],
  cannot_be_undone: [Lock, 'This cannot be undone'],
}

/** A consequence, with its icon. */
export const consequenceOf = (consequence: Consequence): readonly [icon: LucideIcon, text: string] => consequences[consequence]
