import { html, type Markup, prose } from '@gateway/pages/html'
import { icon } from '@gateway/pages/parts/icons'
import { type ErrorCode, errorCodes } from '../../http/errors/error-codes.ts'
import { docTable } from '../parts/doc-table.ts'

/** What a caller does about each code; a new code without advice does not compile. */
const advice: Readonly<Record<ErrorCode, string>> = {
  INVALID_JSON: 'Check quotes and encoding. The body is a JSON object in UTF-8.',
  VALIDATION_ERROR: 'Read `details`: it names each member and what it must be.',
  INVALID_AMOUNT: 'Send a positive number with at most two decimals; none for JPY.',
  AMOUNT_TOO_SMALL: 'Charge at least `details.minimum`, or offer another coin.',
  AMOUNT_TOO_LARGE: 'Split the payment, or ask the operator for a higher maximum.',
  UNSUPPORTED_BLOCKCHAIN: 'Take a coin from `GET /api/supported-coins`. Some coins have rates only.',
  UNSUPPORTED_CURRENCY: 'Take one of USD, EUR, GBP, CAD, AUD, JPY, CHF, CNY, INR, BRL.',
  INVALID_ADDRESS:
    'Copy the address again from the wallet, for the right chain and network. The vault of a Squads multisig is taken with `confirm_program_address`.',
  WALLET_NOT_CONFIGURED: 'Set a wallet for the chain in `wallet_addresses` of the business.',
  ONBOARDING_REQUIRED: 'Open the link of `POST /api/cards/connect/onboard` and complete the account.',
  BUSINESS_REQUIRED: 'Send `business_id`, or use an API key, which belongs to one business.',
  INVALID_STATE: 'Read `details.current`, then read the object again.',
  INVALID_SIGNATURE: 'Sign the raw body with the secret of the endpoint. Only the card processor sends events here.',
  WEBHOOK_URL_MISSING: 'Set `webhook_url` of the business.',
  UNAUTHENTICATED: 'Send `Authorization: Bearer …`. Credentials in a query string are ignored.',
  INVALID_API_KEY: 'Create a new key. Check that it is whole, and of this gateway.',
  INVALID_TOKEN: 'Sign in again.',
  SECOND_FACTOR_REQUIRED: 'Send `details.ticket` with a code to `POST /api/auth/second-factor` within five minutes.',
  FORBIDDEN: 'Check `business_id`. The answer is the same if the business does not exist.',
  INVALID_ESCROW_TOKEN: 'Send the token of the escrow that the creation answered: the depositor’s for a release or a refund.',
  CONFIRMATION_REQUIRED: 'Confirm in the portal, and repeat the request. API keys and sessions outside the portal are never asked.',
  INSUFFICIENT_SCOPE:
    'Use a key with the scope in `details`: `wallets:write` to pay an address that is no wallet of the business. A test key cannot change live settings.',
  NOT_FOUND: 'Check the id and the path, and that key and object are both live or both test.',
  METHOD_NOT_ALLOWED: 'Use a method that the header `Allow` names.',
  REQUEST_TIMEOUT: 'Send the request again, all at once.',
  EMAIL_TAKEN: 'Sign in, or ask for a link that sets a new password.',
  CONCURRENT_UPDATE: 'Wait as `Retry-After` says, and send the same request again.',
  IDEMPOTENCY_IN_FLIGHT: 'Wait as `Retry-After` says, and send the same request again.',
  CURSOR_EXPIRED: 'Begin without `after`, and compare with your records.',
  BODY_TOO_LARGE: 'Shorten `metadata`: at most 8 KiB and 50 keys.',
  UNSUPPORTED_MEDIA_TYPE: 'Send `Content-Type: application/json`, uncompressed.',
  IDEMPOTENCY_MISMATCH: 'Use a new key for a new request. If the order changed, add a revision to its key.',
  HEADERS_TOO_LARGE: 'Send fewer and shorter headers.',
  RATE_LIMITED: 'Wait as `Retry-After` says.',
  USAGE_LIMIT_EXCEEDED: 'Ask the operator for another plan. The count begins again on the first of the month, 00:00 UTC.',
  INTERNAL: 'Send it again with the same key. If it stays, tell the operator the `request_id`.',
  NOT_IMPLEMENTED: 'Use a live key: test keys create no payments yet.',
  PROCESSOR_ERROR: 'Read `details.reason`: it is the code of the processor. Nothing was charged.',
  RATE_UNAVAILABLE: 'Try again as `Retry-After` says, or offer another coin. No price is guessed.',
  CHAIN_UNAVAILABLE: 'Try again as `Retry-After` says, or offer another coin. Existing payments go on.',
  STREAMS_FULL: 'Read the payment every five seconds instead.',
  WEBHOOKS_UNAVAILABLE: 'Try the test again in a minute.',
  DATABASE_BUSY: 'Try again as `Retry-After` says, with the same key.',
  TIMED_OUT: 'Send it again with the same key: you get what the first request did.',
  SIGN_IN_BUSY: 'Try again as `Retry-After` says.',
}

const rows = Object.entries(errorCodes)

/** Every error code with its status, meaning and advice; a script filters it. */
export const errorTable = (): Markup =>
  html`<div class="filter" data-filter hidden>
      <label class="affix"
        ><span>${icon('search')}<span class="sr-only">Filter the codes</span></span
        ><input class="input" type="search" placeholder="Code, status or word" autocomplete="off" spellcheck="false"
      /></label>
      <output aria-live="polite"></output>
    </div>
    ${docTable({
      id: 'codes-table',
      kind: 'errors',
      headings: ['Code', 'Status', 'What happened', 'What to do'],
      rows: rows.map(([code, { status, meaning }]) => ({
        id: code,
        cells: [
          html`<code>${code}</code>`,
          status,
          prose(meaning),
          prose(Object.entries(advice).find(([name]) => name === code)?.[1] ?? ''),
        ],
      })),
    })}
    <p class="filter__none" hidden>No code matches. Try a part of a code, a status such as 409, or a word such as “amount”.</p>`
