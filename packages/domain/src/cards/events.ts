import type { CardEscrowEventName } from './escrow-machine.ts'
import type { CardPaymentEventName } from './payment-machine.ts'

/** Every event of a card payment; the release of its escrow is numbered with its own. */
export type CardEventName = CardPaymentEventName | CardEscrowEventName
