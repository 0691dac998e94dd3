/** Every code an answer of this version can carry, with its status and what it means. */
export const errorCodes = {
  INVALID_JSON: { status: 400, meaning: 'The body is no JSON object in UTF-8.' },
  VALIDATION_ERROR: { status: 400, meaning: 'A member is missing or cannot be accepted; details name it.' },
  INVALID_AMOUNT: { status: 400, meaning: 'The amount is no positive number of the precision of its currency.' },
  AMOUNT_TOO_SMALL: { status: 400, meaning: 'Less than can be forwarded sensibly; details name the minimum.' },
  AMOUNT_TOO_LARGE: { status: 400, meaning: 'More than one payment may be worth.' },
  UNSUPPORTED_BLOCKCHAIN: { status: 400, meaning: 'The coin is unknown or not served here.' },
  UNSUPPORTED_CURRENCY: { status: 400, meaning: 'The fiat currency is not served.' },
  INVALID_ADDRESS: { status: 400, meaning: 'The wallet address does not fit its chain, network or checksum.' },
  WALLET_NOT_CONFIGURED: { status: 400, meaning: 'The business has no wallet for that chain.' },
  BUSINESS_REQUIRED: { status: 400, meaning: 'The merchant has several businesses, so one must be named.' },
  UNAUTHENTICATED: { status: 401, meaning: 'No credential was sent.' },
  INVALID_API_KEY: { status: 401, meaning: 'The API key is malformed, unknown, revoked or expired.' },
  INVALID_TOKEN: { status: 401, meaning: 'The token is malformed, foreign, revoked or expired.' },
  FORBIDDEN: { status: 403, meaning: 'The credential does not act for the named business.' },
  INSUFFICIENT_SCOPE: { status: 403, meaning: 'The credential does not open this operation.' },
  NOT_FOUND: { status: 404, meaning: 'There is no such thing, or it belongs to somebody else.' },
  METHOD_NOT_ALLOWED: { status: 405, meaning: 'Allow names the methods of this address.' },
  EMAIL_TAKEN: { status: 409, meaning: 'An account with this e-mail address exists.' },
  BODY_TOO_LARGE: { status: 413, meaning: 'The body is larger than 64 KiB.' },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, meaning: 'The body is not uncompressed application/json.' },
  USAGE_LIMIT_EXCEEDED: { status: 429, meaning: 'The plan allows no more transactions this month; usage shows the numbers.' },
  INTERNAL: { status: 500, meaning: 'Something went wrong on our side.' },
  RATE_UNAVAILABLE: { status: 503, meaning: 'No trustworthy rate is known at the moment.' },
  CHAIN_UNAVAILABLE: { status: 503, meaning: 'No deposit address can be given at the moment.' },
  DATABASE_BUSY: { status: 503, meaning: 'The service cannot reach its records at the moment.' },
  SIGN_IN_BUSY: { status: 503, meaning: 'Too many passwords are being checked at the moment.' },
} as const satisfies Readonly<Record<string, { readonly status: number; readonly meaning: string }>>

/** One of the codes. */
export type ErrorCode = keyof typeof errorCodes
