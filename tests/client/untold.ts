import type { Described, Outcome } from './described.ts'

/** Outcomes without a story, and the reason. */
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

const unpayable = new Set([
  'WALLET_NOT_CONFIGURED',
  'ONBOARDING_REQUIRED',
  'UNSUPPORTED_BLOCKCHAIN',
  'INVALID_ADDRESS',
  'AMOUNT_TOO_SMALL',
  'AMOUNT_TOO_LARGE',
  'RATE_UNAVAILABLE',
])

/** A row that matches no outcome fails the tests. */
export const untold: readonly Untold[] = [
  {
    because: 'a second route of an operation that the client has once; the tests of credentials and inputs call every route',
    matches: ({ id }) => /_\d+$/.test(id),
  },
  { because: 'a stream: tests/payments/following.test.ts', matches: ofOperation('payments_follow') },
  {
    because: 'the client keeps no image: apps/api/src/payments/qr-route.test.ts',
    matches: ({ id }, { status }) => id === 'payments_qr' && status === '304',
  },
  {
    because: 'needs Lightning nodes: tests/lightning/on-real-nodes.test.ts, apps/api/src/lightning/router.test.ts',
    matches: ofOperation('lightning_invoices_create', 'lightning_payments_send', 'lightning_payments_get'),
  },
  {
    because: 'needs a wallet of another business than the one of the key: packages/operations/src/lightning/wallets/wallets.test.ts',
    matches: ({ id }, { code }) => id === 'lightning_nodes_enable' && code === 'NOT_FOUND',
  },
  {
    because: 'needs a merchant that holds the other role of the escrow: tests/identity/parties.test.ts',
    matches: ({ id }, { code }) => id === 'escrows_authenticate' && code === 'PARTY_REFUSED',
  },
  { because: 'the description itself, which is compared with the served one', matches: ofOperation('openapi') },
  { because: 'the client writes every body itself, as JSON: apps/api/src/http/transport.test.ts', matches: coded('INVALID_JSON') },
  {
    because: 'the client sends no body there',
    matches: ({ takes }, { code = '' }) => takes === undefined && ['BODY_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'].includes(code),
  },
  {
    because: 'two calls for one id cannot differ',
    matches: ({ takes, idCount }, { code }) => takes === undefined && idCount > 0 && code === 'IDEMPOTENCY_MISMATCH',
  },
  {
    because: 'only a badly encoded path is rejected, and the client encodes ids: apps/api/src/http/transport.test.ts',
    matches: ({ takes, id }, { code }) => takes === undefined && id !== 'webhooks_redeliver' && code === 'VALIDATION_ERROR',
  },
  {
    because:
      'needs the maximum of API keys, businesses, OAuth clients or linked DIDs: api-keys.test.ts, create-business.test.ts, clients.test.ts, issuer.test.ts in packages/operations',
    matches: coded('INVALID_STATE'),
  },
  {
    because: 'needs two requests at the same moment: packages/operations/src/businesses/owned/change-owned.test.ts',
    matches: coded('CONCURRENT_UPDATE'),
  },
  {
    because: 'needs an account with an authenticator app, which the stories of accounts.secondFactor make',
    matches: coded('SECOND_FACTOR_REQUIRED'),
  },
  {
    because: 'needs a long queue of password checks: packages/operations/src/accounts/passwords/password.test.ts',
    matches: coded('SIGN_IN_BUSY'),
  },
  {
    because: 'needs slow bodies and slow responses: apps/api/src/http/connections/slow-clients.test.ts, slow-database.test.ts',
    matches: coded('REQUEST_TIMEOUT', 'TIMED_OUT'),
  },
  {
    because: 'needs a worker that is down for ten seconds: packages/operations/src/webhooks/perform-webhook-test.test.ts',
    matches: coded('WEBHOOKS_UNAVAILABLE'),
  },
  {
    because: 'needs a working database while rate sources fail: tests/rates/sources.test.ts',
    matches: ({ id }, { code }) => ['payments_create', 'payments_refund', 'escrows_create'].includes(id) && code === 'RATE_UNAVAILABLE',
  },
  {
    because: 'needs an issuer that is down for five seconds: apps/api/src/identity/issued.test.ts',
    matches: coded('ISSUER_UNAVAILABLE'),
  },
  {
    because: 'needs issuers that are slow for many callers: packages/operations/src/identity/verification/verify-credential.test.ts',
    matches: coded('VERIFICATION_BUSY'),
  },
  {
    because: 'needs drafts that could not be paid: packages/operations/src/invoices/sending/sending.test.ts',
    matches: ({ id }, { code = '' }) => ['invoices_send', 'invoices_publish'].includes(id) && unpayable.has(code),
  },
  {
    because: 'the signer has to be away for long: packages/operations/src/payments/creation/create-payment.test.ts',
    matches: coded('CHAIN_UNAVAILABLE'),
  },
]
