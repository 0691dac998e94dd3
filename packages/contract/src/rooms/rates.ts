import type { ContractRoom } from '../wire/objects/room.ts'

/** What the lists of the interface know of rates. */
export const ratesRoom = {
  errors: {
    RATE_UNAVAILABLE: {
      status: 503,
      meaning: 'No trustworthy rate is available right now.',
      advice: 'Try again as `Retry-After` says, or offer another coin. No price is guessed.',
    },
  },
} as const satisfies ContractRoom
