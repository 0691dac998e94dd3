/** Every error code of this version, with its status and meaning. */
export const errorCodes = {
  INVALID_JSON: { status: 400, meaning: 'The body is not a JSON object in UTF-8.' },
  VALIDATION_ERROR: { status: 400, meaning: 'A member is missing or invalid; details name it.' },
  INVALID_AMOUNT: { status: 400, meaning: 'The amount is not a positive number within the precision of its currency.' },
  AMOUNT_TOO_SMALL: { status: 400, meaning: 'The amount is below the minimum; details name it.' },
  AMOUNT_TOO_LARGE: { status: 400, meaning: 'The amount is above the maximum of one payment.' },
  UNSUPPORTED_BLOCKCHAIN: { status: 400, meaning: 'The coin is unknown or not served by this deployment.' },
  UNSUPPORTED_CURRENCY: { status: 400, meaning: 'The fiat currency is not served.' },
  INVALID_ADDRESS: {
    status: 400,
    meaning:
      'The address does not fit its chain, network or checksum, is no wallet (a token contract, a token account, a program), or is one of this service.',
  },
  WALLET_NOT_CONFIGURED: { status: 400, meaning: 'The business has no wallet for that chain.' },
  ONBOARDING_REQUIRED: { status: 400, meaning: 'The business has no account at the card processor that could take this payment.' },
  BUSINESS_REQUIRED: {
    status: 400,
    meaning: 'Name a business, because the merchant has several; or create one, because the merchant has none.',
  },
  INVALID_STATE: { status: 400, meaning: 'The state of the object, or the number of objects, does not allow it; details show why.' },
  WEBHOOK_URL_MISSING: { status: 400, meaning: 'The business has no webhook URL.' },
  UNAUTHENTICATED: { status: 401, meaning: 'No credential was sent.' },
  INVALID_API_KEY: { status: 401, meaning: 'The API key is malformed, unknown, revoked or expired.' },
  INVALID_TOKEN: { status: 401, meaning: 'The token is malformed, foreign, revoked or expired.' },
  SECOND_FACTOR_REQUIRED: {
    status: 401,
    meaning: 'The password is right, and the account asks for a second factor; details hold the ticket that finishes the sign-in.',
  },
  FORBIDDEN: { status: 403, meaning: 'The credential does not act for the named business, or not as an operator.' },
  INVALID_ESCROW_TOKEN: { status: 403, meaning: 'The token is none of this escrow, or is not the one that this takes.' },
  CONFIRMATION_REQUIRED: {
    status: 403,
    meaning: 'A session of the portal must be confirmed with the password, a code or a passkey; that counts for five minutes.',
  },
  INSUFFICIENT_SCOPE: { status: 403, meaning: 'The credential lacks the scope of this operation, or of the destination that it names.' },
  NOT_FOUND: { status: 404, meaning: 'The object does not exist, or belongs to another merchant.' },
  METHOD_NOT_ALLOWED: { status: 405, meaning: 'The method is not allowed; the header Allow names those that are.' },
  REQUEST_TIMEOUT: { status: 408, meaning: 'The request did not arrive in time.' },
  EMAIL_TAKEN: { status: 409, meaning: 'An account with this e-mail address exists.' },
  CONCURRENT_UPDATE: { status: 409, meaning: 'Another request is changing the same object.' },
  IDEMPOTENCY_IN_FLIGHT: { status: 409, meaning: 'The first request with this idempotency key is still in progress.' },
  CURSOR_EXPIRED: { status: 410, meaning: 'The feed no longer holds the named event; begin without `after`.' },
  BODY_TOO_LARGE: { status: 413, meaning: 'The body is larger than 64 KiB.' },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, meaning: 'The body is not uncompressed application/json.' },
  IDEMPOTENCY_MISMATCH: { status: 422, meaning: 'The idempotency key was used for a request with another body.' },
  HEADERS_TOO_LARGE: { status: 431, meaning: 'The headers are larger than 8 KiB, or there are more than a thousand.' },
  RATE_LIMITED: { status: 429, meaning: 'Too many requests within a minute; usage shows the numbers, Retry-After the seconds to wait.' },
  USAGE_LIMIT_EXCEEDED: { status: 429, meaning: 'The plan allows no more transactions this month; usage shows the numbers.' },
  INTERNAL: { status: 500, meaning: 'Internal error.' },
  NOT_IMPLEMENTED: { status: 501, meaning: 'Not implemented yet.' },
  PROCESSOR_ERROR: { status: 502, meaning: 'The card processor has refused the request; nothing was charged.' },
  RATE_UNAVAILABLE: { status: 503, meaning: 'No trustworthy rate is available right now.' },
  CHAIN_UNAVAILABLE: {
    status: 503,
    meaning: 'No deposit address is available right now, or the chain cannot be asked whether an address is a wallet.',
  },
  STREAMS_FULL: { status: 503, meaning: 'Too many event streams are open.' },
  WEBHOOKS_UNAVAILABLE: {
    status: 503,
    meaning: 'The test was not sent within ten seconds: webhooks are not being sent, or other tests wait for the same receiver.',
  },
  DATABASE_BUSY: { status: 503, meaning: 'The database is busy or unreachable.' },
  TIMED_OUT: { status: 503, meaning: 'The answer took too long; the request may still take effect.' },
  SIGN_IN_BUSY: { status: 503, meaning: 'Too many passwords are being checked right now.' },
} as const satisfies Readonly<Record<string, { readonly status: number; readonly meaning: string }>>

/** An error code. */
export type ErrorCode = keyof typeof errorCodes
