import type { DomainRoom } from '../kernel/room.ts'
import { lightningMachine } from './machine.ts'

/** What the lists of the domain know of Lightning wallets. */
export const lightningRoom = {
  hasScope: true,
  objects: { lightning_payment: lightningMachine },
  sweeps: ['lightning_requests', 'lightning_invoices', 'lightning_sends'],
} as const satisfies DomainRoom
