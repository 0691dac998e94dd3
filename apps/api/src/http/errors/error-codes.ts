import { roomErrors } from '@gateway/contract/rooms'
import type { ErrorRow } from '@gateway/contract/wire/objects/room'

/** Refusals that belong to no room, or to several. */
const ofNoRoom = {
  INVALID_JSON: {
    status: 400,
    meaning: 'The body is not a JSON object in UTF-8.',
    advice: 'Check quotes and encoding. The body is a JSON object in UTF-8.',
  },
  VALIDATION_ERROR: {
    status: 400,
    meaning: 'A member is missing or invalid; details name it.',
    advice: 'Read `details`: it names each member and what it must be.',
  },
  INVALID_AMOUNT: {
    status: 400,
    meaning: 'The amount is not a positive number within the precision of its currency.',
    advice: 'Send a positive number with at most two decimals; none for JPY.',
  },
  INVALID_SIGNATURE: {
    status: 400,
    meaning: 'The signature is missing or wrong, or that of an event is older than five minutes.',
    advice:
      'The key of a DID signs the UTF-8 text `claim-did:{did}:{merchantId}` with Ed25519, in base64url; the DID is the `did:key` of the public key. Events come from the card processor alone, which signs their raw body.',
  },
  AMOUNT_TOO_SMALL: {
    status: 400,
    meaning: 'The amount is below the minimum; details name it.',
    advice: 'Charge at least `details.minimum`, or offer another coin.',
  },
  AMOUNT_TOO_LARGE: {
    status: 400,
    meaning: 'The amount is above the maximum of one payment.',
    advice: 'Split the payment, or ask the operator for a higher maximum.',
  },
  UNSUPPORTED_BLOCKCHAIN: {
    status: 400,
    meaning: 'The coin is unknown or not served by this deployment.',
    advice: 'Take a coin from `GET /api/supported-coins`. Some coins have rates only.',
  },
  UNSUPPORTED_CURRENCY: {
    status: 400,
    meaning: 'The fiat currency is not served.',
    advice: 'Take one of USD, EUR, GBP, CAD, AUD, JPY, CHF, CNY, INR, BRL.',
  },
  INVALID_ADDRESS: {
    status: 400,
    meaning:
      'The address does not fit its chain, network or checksum, is no wallet (a token contract, a token account, a program), or is one of this service.',
    advice:
      'Copy the address again from the wallet, for the right chain and network. The vault of a Squads multisig is taken with `confirm_program_address`.',
  },
  INVALID_STATE: {
    status: 400,
    meaning: 'The state of the object, or the number of objects, does not allow it; details show why.',
    advice: 'Read `details.current`, then read the object again.',
  },
  UNAUTHENTICATED: {
    status: 401,
    meaning: 'No credential was sent.',
    advice: 'Send `Authorization: Bearer …`. Credentials in a query string are ignored.',
  },
  INVALID_API_KEY: {
    status: 401,
    meaning: 'The API key is malformed, unknown, revoked or expired.',
    advice: 'Create a new key. Check that it is whole, and of this gateway.',
  },
  INVALID_TOKEN: { status: 401, meaning: 'The token is malformed, foreign, revoked or expired.', advice: 'Sign in again.' },
  FORBIDDEN: {
    status: 403,
    meaning: 'The credential does not act for the named business, or not as an operator.',
    advice: 'Check `business_id`. The answer is the same if the business does not exist.',
  },
  INSUFFICIENT_SCOPE: {
    status: 403,
    meaning: 'The credential lacks the scope of this operation, or of the destination that it names.',
    advice:
      'Use a key with the scope in `details`: `wallets:write` to pay an address that is no wallet of the business. A test key cannot change live settings.',
  },
  NOT_FOUND: {
    status: 404,
    meaning: 'The object does not exist, or belongs to another merchant.',
    advice: 'Check the id and the path, and that key and object are both live or both test.',
  },
  METHOD_NOT_ALLOWED: {
    status: 405,
    meaning: 'The method is not allowed; the header Allow names those that are.',
    advice: 'Use a method that the header `Allow` names.',
  },
  REQUEST_TIMEOUT: { status: 408, meaning: 'The request did not arrive in time.', advice: 'Send the request again, all at once.' },
  CONCURRENT_UPDATE: {
    status: 409,
    meaning: 'Another request is changing the same object.',
    advice: 'Wait as `Retry-After` says, and send the same request again.',
  },
  IDEMPOTENCY_IN_FLIGHT: {
    status: 409,
    meaning: 'The first request with this idempotency key is still in progress.',
    advice: 'Wait as `Retry-After` says, and send the same request again.',
  },
  BODY_TOO_LARGE: {
    status: 413,
    meaning: 'The body is larger than 64 KiB, or than 5 MiB where it may have files.',
    advice: 'Shorten `metadata`: at most 8 KiB and 50 keys.',
  },
  UNSUPPORTED_MEDIA_TYPE: {
    status: 415,
    meaning: 'The body is not uncompressed application/json.',
    advice: 'Send `Content-Type: application/json`, uncompressed.',
  },
  IDEMPOTENCY_MISMATCH: {
    status: 422,
    meaning: 'The idempotency key was used for a request with another body.',
    advice: 'Use a new key for a new request. If the order changed, add a revision to its key.',
  },
  HEADERS_TOO_LARGE: {
    status: 431,
    meaning: 'Address and headers are larger than 8 KiB together, or there are more than a thousand headers.',
    advice: 'Send a shorter address, and fewer and shorter headers.',
  },
  RATE_LIMITED: {
    status: 429,
    meaning: 'Too many requests within a minute; usage shows the numbers, Retry-After the seconds to wait.',
    advice: 'Wait as `Retry-After` says.',
  },
  INTERNAL: {
    status: 500,
    meaning: 'Internal error.',
    advice: 'Send it again with the same key. If it stays, tell the operator the `request_id`.',
  },
  NOT_IMPLEMENTED: { status: 501, meaning: 'Not implemented yet.', advice: 'Use a live key: test keys create no payments yet.' },
  CHAIN_UNAVAILABLE: {
    status: 503,
    meaning: 'No deposit address is available right now, or the chain cannot be asked whether an address is a wallet.',
    advice: 'Try again as `Retry-After` says, or offer another coin. Existing payments go on.',
  },
  DATABASE_BUSY: {
    status: 503,
    meaning: 'The database is busy or unreachable.',
    advice: 'Try again as `Retry-After` says, with the same key.',
  },
  TIMED_OUT: {
    status: 503,
    meaning: 'The answer took too long; the request may still take effect.',
    advice: 'Send it again with the same key: you get what the first request did.',
  },
} as const satisfies Readonly<Record<string, ErrorRow>>

const all = { ...ofNoRoom, ...roomErrors }

/** Every error code of this version by ascending status, with its meaning and what a caller does about it. */
export const errorCodes = Object.fromEntries(
  Object.entries<ErrorRow>(all).toSorted(([, { status: a }], [, { status: b }]) => a - b),
) as typeof all // The same rows in another order.

/** An error code. */
export type ErrorCode = keyof typeof errorCodes
