import type { ContractRoom } from '../wire/objects/room.ts'

/** What the lists of the interface know of webhooks. */
export const webhooksRoom = {
  errors: {
    WEBHOOK_URL_MISSING: { status: 400, meaning: 'The business has no webhook URL.', advice: 'Set `webhook_url` of the business.' },
    WEBHOOKS_UNAVAILABLE: {
      status: 503,
      meaning: 'The test was not sent within ten seconds: webhooks are not being sent, or other tests wait for the same receiver.',
      advice: 'Try the test again in a minute.',
    },
    CURSOR_EXPIRED: {
      status: 410,
      meaning: 'The feed no longer holds the named event; begin without `after`.',
      advice: 'Begin without `after`, and compare with your records.',
    },
  },
} as const satisfies ContractRoom
