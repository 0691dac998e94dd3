import type { ContractRoom } from '../wire/objects/room.ts'

/** What the lists of the interface know of identity and reputation. */
export const identityRoom = {
  subjects: {},
  errors: {
    DUPLICATE_RECEIPT: {
      status: 409,
      meaning: 'You have written a receipt of this escrow, or the receipt id belongs to other content.',
      advice: 'Receipts do not change. Choose another receipt id for another action.',
    },
    DID_TAKEN: {
      status: 409,
      meaning: 'Another merchant has shown that the DID is its own.',
      advice: 'Link a DID whose key only you hold.',
    },
    PARTY_REFUSED: {
      status: 409,
      meaning: 'Your DID cannot be bound to the role of this token; `details.reason` says why.',
      advice: 'A role belongs to one merchant for ever, and no merchant holds both.',
    },
    ISSUER_UNAVAILABLE: {
      status: 503,
      meaning: 'The process that signs credentials does not answer; nothing was done.',
      advice: 'Try again as `Retry-After` says, with the same key.',
    },
    VERIFICATION_BUSY: {
      status: 503,
      meaning: 'Too many credentials of other issuers are being verified right now; nothing is known of this one.',
      advice: 'Try again as `Retry-After` says.',
    },
  },
} as const satisfies ContractRoom
