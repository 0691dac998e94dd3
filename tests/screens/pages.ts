import { checkoutPage } from '@gateway/pages/payments/checkout-page'
import { sampleCheckouts } from '@gateway/pages/payments/test-checkouts'
import { invoicePage } from '@gateway/pages/invoices/invoice-page'
import { sampleInvoices } from '@gateway/pages/invoices/test-invoices'
import { refundPage } from '@gateway/pages/payments/refund/refund-page'
import { sampleRefunds } from '@gateway/pages/payments/refund/test-refunds'
import { payRefundPage } from '@gateway/pages/payments/assisted/pay-refund-page'
import { payerRefundPage } from '@gateway/pages/payments/assisted/payer-refund-page'
import { samplePayerPages, samplePayPages } from '@gateway/pages/payments/assisted/test-assisted-refunds'
import { cardReturnPage } from '@gateway/pages/cards/card-return-page'
import { unknownPaymentPage } from '@gateway/pages/payments/unknown-payment-page'
import { type AccountLink, accountLinkPage } from '@gateway/pages/accounts/account-link-page'
import { escrowPage } from '@gateway/pages/escrows/escrow-page'
import { sampleEscrows } from '@gateway/pages/escrows/test-escrows'
import { escrowTokenPage, unknownEscrowPage } from '@gateway/pages/escrows/token-page'
import { errorKinds, errorPage } from '@gateway/pages/errors/error-page'
import { standalonePage } from '@gateway/pages/errors/standalone-pages'
import { profilePage } from '@gateway/pages/identity/profile-page'
import { sampleProfiles, sampleVerifications } from '@gateway/pages/identity/test-profiles'
import { verifyPage } from '@gateway/pages/identity/verify-page'
import { consentPage } from '@gateway/pages/oauth/consent-page'
import { signInNoticePage, signOutPage } from '@gateway/pages/oauth/sign-out-page'
import { startDrawings } from './start-drawings.ts'
import type { Language } from '@gateway/pages/locales/languages'

/** Who looks at a page, and how. */
export interface Look {
  readonly language: Language
  readonly nonce: string
  readonly theme?: 'light' | 'dark'
}

/** Draws one page in one state. */
export type Drawing = (look: Look) => string

const consent = {
  app: 'Ledgerline',
  email: 'mara@kestrel.example',
  businesses: ['Kestrel Coffee', 'Kestrel Wholesale'],
  moreBusinesses: 0,
  host: 'app.ledgerline.example',
  action: '/oauth/interaction/sample',
  token: 'sample',
}
const failure = { requestId: 'req_7Kd20fQm', moment: '14 Oct 2026, 12:37 UTC' }

/** A page of an e-mailed link in one of its states, as its script shows it. */
const accountLink =
  (link: AccountLink, state: 'ask' | 'done' | 'dead' | 'incomplete'): Drawing =>
  (look) =>
    accountLinkPage({ ...look, link })
      // The script shows the form, but not under another name.
      .replace('id="ask"', state === 'ask' ? 'id="ask"' : 'id="asked"')
      .replace(`id="${state}" hidden`, `id="${state}"`)

/** Every public page in every state, by name. */
export const drawings: Readonly<Record<string, Drawing>> = {
  ...Object.fromEntries(
    Object.entries(sampleCheckouts).map(([name, sample]): [string, Drawing] => [
      `checkout-${name}`,
      (look) => checkoutPage({ ...sample, ...look }),
    ]),
  ),
  'checkout-unknown': unknownPaymentPage,
  ...Object.fromEntries(
    Object.entries(sampleInvoices).map(([name, sample]): [string, Drawing] => [
      `invoice-${name}`,
      (look) => invoicePage({ ...sample, ...look }),
    ]),
  ),
  'card-return': cardReturnPage,
  'oauth-consent': (look) => consentPage({ ...look, ...consent, scopes: ['openid', 'profile', 'email', 'payments'] }),
  'oauth-consent-least': (look) => consentPage({ ...look, ...consent, scopes: ['openid'] }),
  'oauth-sign-out': (look) => signOutPage({ ...look, action: '/oauth/logout/confirm', xsrf: 'sample' }),
  'oauth-signed-out': (look) => signInNoticePage({ ...look, notice: 'signed_out' }),
  'oauth-failed': (look) => signInNoticePage({ ...look, notice: 'failed' }),
  'oauth-ended': (look) => signInNoticePage({ ...look, notice: 'ended' }),
  ...Object.fromEntries(
    Object.entries(sampleRefunds).map(([name, sample]): [string, Drawing] => [
      `refund-${name}`,
      (look) => refundPage({ ...sample, ...look }),
    ]),
  ),
  ...Object.fromEntries(
    Object.entries(samplePayerPages).map(([name, sample]): [string, Drawing] => [
      `assisted-refund-${name}`,
      (look) => payerRefundPage({ ...sample, ...look }),
    ]),
  ),
  ...Object.fromEntries(
    Object.entries(samplePayPages).map(([name, sample]): [string, Drawing] => [
      `pay-refund-${name}`,
      (look) => payRefundPage({ ...sample, ...look }),
    ]),
  ),
  ...Object.fromEntries(
    Object.entries(sampleEscrows).map(([name, sample]): [string, Drawing] => [
      `escrow-${name}`,
      (look) => escrowPage({ ...sample, ...look }),
    ]),
  ),
  ...Object.fromEntries(
    Object.entries(sampleProfiles).map(([name, sample]): [string, Drawing] => [
      `profile-${name}`,
      (look) => profilePage({ ...sample, ...look }),
    ]),
  ),
  ...Object.fromEntries(
    Object.entries(sampleVerifications).map(([name, sample]): [string, Drawing] => [
      `verify-${name}`,
      (look) => verifyPage({ ...sample, ...look }),
    ]),
  ),
  'escrow-token': (look) => escrowTokenPage({ ...look, query: { id: 'sample' }, isRefused: false }),
  'escrow-token-refused': (look) => escrowTokenPage({ ...look, query: { id: 'sample' }, isRefused: true }),
  'escrow-unknown': unknownEscrowPage,
  'account-verify': accountLink('verify_email', 'ask'),
  'account-verified': accountLink('verify_email', 'done'),
  'account-reset': accountLink('reset_password', 'ask'),
  'account-dead': accountLink('reset_password', 'dead'),
  'account-incomplete': accountLink('reset_password', 'incomplete'),
  ...Object.fromEntries(errorKinds.map((kind): [string, Drawing] => [`error-${kind}`, (look) => errorPage({ ...look, kind })])),
  'error-failed': ({ language }) => standalonePage('failed', language, failure),
  'error-unavailable': ({ language }) => standalonePage('unavailable', language, failure),
  ...startDrawings,
}

/** Where a page is shown. One that reads its fragment has a path of its own: a browser loads nothing anew where only the fragment differs. */
export const pathOf = (title: string): string => (title.startsWith('account-') ? `/${title}#token=sample` : '/page')
