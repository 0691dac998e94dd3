import { cardSubject } from '../cards/subject.ts'
import type { ContractRoom } from '../wire/objects/room.ts'

/** What the lists of the interface know of cards. */
export const cardsRoom = {
  subjects: { card_payment: cardSubject },
  errors: {
    ONBOARDING_REQUIRED: {
      status: 400,
      meaning: 'The business has no account at the card processor that could take this payment.',
      advice: 'Open the link of `POST /api/cards/connect/onboard` and complete the account.',
    },
    PROCESSOR_ERROR: {
      status: 502,
      meaning: 'The card processor has refused the request; nothing was charged.',
      advice: 'Read `details.reason`: it is the code of the processor. Nothing was charged.',
    },
  },
} as const satisfies ContractRoom
