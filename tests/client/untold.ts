import type { Described, Outcome } from './described.ts'

/** Outcomes that no story is told of, and why. */
interface Untold {
  readonly because: string
  readonly matches: (operation: Described, outcome: Outcome) => boolean
}

const coded =
  (...codes: readonly string[]) =>
  (_operation: Described, { code = '' }: Outcome): boolean =>
    codes.includes(code)

const ofOperation =
  (...ids: readonly string[]) =>
  ({ id }: Described): boolean =>
    ids.includes(id)

/** A row that leaves nothing out fails the build. */
export const untold: readonly Untold[] = [
  {
    because:
      'another address of an operation, which the client has once; the matrix of wrong credentials and the tests of inputs call each',
    matches: ({ id }) => /_\d+$/.test(id),
  },
  { because: 'a stream, which is followed and not called: tests/payments/following.test.ts', matches: ofOperation('payments_follow') },
  { because: 'the description itself, which is compared with what is served', matches: ofOperation('openapi') },
  { because: 'the client writes every body itself, as JSON: apps/api/src/http/transport.test.ts', matches: coded('INVALID_JSON') },
  {
    because: 'the client sends no body there',
    matches: ({ takes }, { code = '' }) => takes === undefined && ['BODY_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'].includes(code),
  },
  {
    because: 'two calls for one id say the same, because there is nothing else to say',
    matches: ({ id }, { code }) => id === 'webhooks_redeliver' && code === 'IDEMPOTENCY_MISMATCH',
  },
  {
    because: 'only an address that is not encoded properly is refused, and the client encodes ids: apps/api/src/http/transport.test.ts',
    matches: ({ takes, id }, { code }) => takes === undefined && id !== 'webhooks_redeliver' && code === 'VALIDATION_ERROR',
  },
  {
    because:
      'a business has to be full of keys, a merchant of businesses: packages/operations/src/businesses/api-keys/api-keys.test.ts, create-business.test.ts',
    matches: coded('INVALID_STATE'),
  },
  {
    because: 'passwords have to queue for long: packages/operations/src/accounts/passwords/password.test.ts',
    matches: coded('SIGN_IN_BUSY'),
  },
  {
    because:
      'bodies have to come drop by drop, and answers to take for long: apps/api/src/http/connections/slow-clients.test.ts, slow-database.test.ts',
    matches: coded('REQUEST_TIMEOUT', 'TIMED_OUT'),
  },
  {
    because: 'the worker has to be away for ten seconds: packages/operations/src/webhooks/perform-webhook-test.test.ts',
    matches: coded('WEBHOOKS_UNAVAILABLE'),
  },
  {
    because: 'a payment is kept in the database, which has to work while sources of prices fail: tests/rates/sources.test.ts',
    matches: ({ id }, { code }) => id === 'payments_create' && code === 'RATE_UNAVAILABLE',
  },
  {
    because: 'the signer has to be away for long: packages/operations/src/payments/create-payment.test.ts',
    matches: coded('CHAIN_UNAVAILABLE'),
  },
]
