import type { DomainRoom } from '../kernel/room.ts'

/** What the lists of the domain know of chainwatch. */
export const chainwatchRoom = {
  logFields: ['head', 'height'],
  sweeps: ['new_wallets', 'payee_balances', 'untraced_deposits'],
} as const satisfies DomainRoom
