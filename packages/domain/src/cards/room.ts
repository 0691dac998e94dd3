import type { DomainRoom } from '../kernel/room.ts'
import type { CardEscrowEventName } from './escrow-machine.ts'
import { cardPaymentMachine } from './payment-machine.ts'

/** What the lists of the domain know of cards. The events of an escrow are numbered with those of its payment. */
export const cardsRoom = {
  hasScope: true,
  objects: { card_payment: cardPaymentMachine },
  events: ['card_escrow_release'] satisfies readonly CardEscrowEventName[],
  sweeps: [
    'processor_intents',
    'processor_attempts',
    'processor_tasks',
    'processor_events',
    'processor_accounts',
    'card_payments',
    'card_refunds',
    'card_disputes',
    'card_holds',
  ],
} as const satisfies DomainRoom
