import { Eye, Hourglass, Link2, Percent, Wallet } from 'lucide-react'
import type { ConsequenceRow } from '../../ui/consequences.tsx'

interface StartedRefund {
  /** What goes back, with its unit. */
  readonly coin: string
  readonly isNamed: boolean
  readonly isMailed: boolean
}

/** What the start of a refund leads to: to the money, to the customer, and how it ends. */
export const refundConsequences = ({ coin, isNamed, isMailed }: StartedRefund): ConsequenceRow[] => [
  [Wallet, `You pay ${coin} from your own wallet: the gateway moves nothing`],
  [Percent, 'The fees of the payment stay as they are'],
  [Link2, linkOf({ isNamed, isMailed })],
  [Eye, `The gateway watches that address, and tells you${isMailed ? ' and your customer' : ''} when the money has arrived`],
  [Hourglass, 'Unpaid it expires, and you can renew it'],
]

function linkOf({ isNamed, isMailed }: Pick<StartedRefund, 'isNamed' | 'isMailed'>): string {
  if (isNamed) return 'It goes to the address that you name: check it with your customer'
  return isMailed
    ? 'Your customer gets a link by e-mail and names an address there'
    : 'You send your customer a one-time link; they name an address there'
}
