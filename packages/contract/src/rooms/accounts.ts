import type { ContractRoom } from '../wire/objects/room.ts'

/** What the lists of the interface know of accounts. */
export const accountsRoom = {
  errors: {
    EMAIL_TAKEN: {
      status: 409,
      meaning: 'An account with this e-mail address exists.',
      advice: 'Sign in, or ask for a link that sets a new password.',
    },
    SECOND_FACTOR_REQUIRED: {
      status: 401,
      meaning: 'The password is right, and the account asks for a second factor; details hold the ticket that finishes the sign-in.',
      advice: 'Send `details.ticket` with a code to `POST /api/auth/second-factor` within five minutes.',
    },
    CONFIRMATION_REQUIRED: {
      status: 401,
      meaning: 'A session of the portal must be confirmed with the password, a code or a passkey; that counts for five minutes.',
      advice: 'Confirm in the portal, and repeat the request. API keys and sessions outside the portal are never asked.',
    },
    SIGN_IN_BUSY: { status: 503, meaning: 'Too many passwords are being checked right now.', advice: 'Try again as `Retry-After` says.' },
  },
} as const satisfies ContractRoom
