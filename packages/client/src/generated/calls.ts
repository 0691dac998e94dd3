// Written by `npm run docs` from the API description.

import type { CallOptions, ListCall, OperationTree } from '../operation.ts'
import type { EitherSpelling } from '../spelling.ts'
import type * as T from './types.ts'

/** Every operation of the API, under the name that the API description gives it. */
export interface Calls {
  accounts: {
    /**
     * Open a merchant account.
     *
     * E-mail addresses are compared case-insensitively. Also served at `/auth/register`.
     */
    register(input: EitherSpelling<NonNullable<T.AccountsRegisterData['body']>>, options?: CallOptions): Promise<T.AccountsRegisterResponse>,
    /**
     * Sign in.
     *
     * An unknown account and a wrong password get the same answer, even after too many failed attempts. An account with a second factor answers `SECOND_FACTOR_REQUIRED`, and the ticket in `details` goes with a code to `/api/auth/second-factor`. Also served at `/auth/login`.
     */
    login(input: EitherSpelling<NonNullable<T.AccountsLoginData['body']>>, options?: CallOptions): Promise<T.AccountsLoginResponse>,
    /**
     * Finish signing in with a second factor.
     *
     * The ticket works once, for five minutes and five attempts; each code works once. Passkeys sign in to the portal only: an account without an authenticator app uses a recovery code here. Also served at `/auth/second-factor`.
     */
    secondFactor(input: EitherSpelling<NonNullable<T.AccountsSecondFactorData['body']>>, options?: CallOptions): Promise<T.AccountsSecondFactorResponse>,
    /**
     * Get the signed-in merchant.
     *
     * Requires a merchant token. Also served at `/auth/me`.
     */
    me(options?: CallOptions): Promise<T.AccountsMeResponse>,
    sessions: {
      /**
       * List sessions.
       *
       * Active sessions of the merchant, newest first.
       */
      list: ListCall<[input?: EitherSpelling<NonNullable<T.AccountsSessionsListData['query']>>, options?: CallOptions], T.AccountsSessionsListResponse, T.AccountsSessionsListResponse['sessions'][number]>,
      /**
       * Sign out.
       *
       * The presented token is revoked immediately.
       */
      end(options?: CallOptions): Promise<T.AccountsSessionsEndResponse>,
      /**
       * Sign out everywhere.
       *
       * Every token of the merchant is revoked immediately, the presented one included. API keys stay.
       */
      endAll(options?: CallOptions): Promise<T.AccountsSessionsEndAllResponse>,
    },
    recovery: {
      /**
       * Change the password.
       *
       * Revokes every other session. Attempts with a wrong current password count like failed sign-ins.
       */
      changePassword(input: EitherSpelling<NonNullable<T.AccountsRecoveryChangePasswordData['body']>>, options?: CallOptions): Promise<T.AccountsRecoveryChangePasswordResponse>,
      /**
       * E-mail a link that sets a new password.
       *
       * The answer does not reveal whether the account exists. The link works once, for 24 hours.
       */
      askForReset(input: EitherSpelling<NonNullable<T.AccountsRecoveryAskForResetData['body']>>, options?: CallOptions): Promise<T.AccountsRecoveryAskForResetResponse>,
      /**
       * Set a new password with the e-mailed token.
       *
       * Revokes every session, confirms the address, and unlocks an account after too many failed sign-ins.
       */
      resetPassword(input: EitherSpelling<NonNullable<T.AccountsRecoveryResetPasswordData['body']>>, options?: CallOptions): Promise<T.AccountsRecoveryResetPasswordResponse>,
      /**
       * Confirm an e-mail address.
       *
       * Takes the token from the link e-mailed at registration; it works once, for 24 hours.
       */
      verifyEmail(input: EitherSpelling<NonNullable<T.AccountsRecoveryVerifyEmailData['body']>>, options?: CallOptions): Promise<T.AccountsRecoveryVerifyEmailResponse>,
      /**
       * E-mail another confirmation link.
       *
       * No e-mail is sent when the address is already confirmed.
       */
      askForVerification(options?: CallOptions): Promise<T.AccountsRecoveryAskForVerificationResponse>,
    },
  },
  businesses: {
    /**
     * Create a business.
     *
     * Returns its first API key and its webhook secret; both are shown only once. The first business requires a merchant token. When an API key creates a business, the new key has its scopes. A merchant has at most 100 businesses: 400 `INVALID_STATE` beyond. Keys need the scope `businesses:write`.
     */
    create(input: EitherSpelling<NonNullable<T.BusinessesCreateData['body']>>, options?: CallOptions): Promise<T.BusinessesCreateResponse>,
    /**
     * List businesses.
     *
     * Newest first. An API key sees its own business only. Keys need the scope `businesses:read`.
     */
    list: ListCall<[input?: EitherSpelling<NonNullable<T.BusinessesListData['query']>>, options?: CallOptions], T.BusinessesListResponse, T.BusinessesListResponse['businesses'][number]>,
    /**
     * Get a business.
     *
     * Without secrets; of its newest API key only the first and last characters. Keys need the scope `businesses:read`.
     */
    get(id: string, options?: CallOptions): Promise<T.BusinessesGetResponse>,
    /**
     * Update a business.
     *
     * Absent members stay unchanged. Wallets are merged by chain, and an empty string removes one; existing payments keep theirs. An API key needs the scope `wallets:write` to change one. Keys need the scope `businesses:write`.
     */
    update(id: string, input?: EitherSpelling<NonNullable<T.BusinessesUpdateData['body']>>, options?: CallOptions): Promise<T.BusinessesUpdateResponse>,
    /**
     * Rotate the webhook secret.
     *
     * The new secret signs from the next attempt on and is shown only once. For 24 hours `webhook-signature` also carries a signature made with the previous secret. Keys need the scope `businesses:write`.
     */
    rotateWebhookSecret(id: string, input?: EitherSpelling<NonNullable<T.BusinessesRotateWebhookSecretData['body']>>, options?: CallOptions): Promise<T.BusinessesRotateWebhookSecretResponse>,
    /**
     * List categories.
     *
     * Slugs never change. A business may also use a slug that is not listed. Keys need the scope `businesses:read`.
     */
    categories(options?: CallOptions): Promise<T.BusinessesCategoriesResponse>,
    keys: {
      /**
       * Create an API key.
       *
       * The key is shown only once. An API key creates only keys within its own scopes that expire no later than it does, and a test key only test keys; revoking it revokes them. A business has at most 50 active keys: 400 `INVALID_STATE` beyond. Keys need the scope `businesses:write`.
       */
      create(id: string, input?: EitherSpelling<NonNullable<T.BusinessesKeysCreateData['body']>>, options?: CallOptions): Promise<T.BusinessesKeysCreateResponse>,
      /**
       * List API keys.
       *
       * Newest first, expired and revoked keys included, without the keys themselves. A test key sees test keys only. Keys need the scope `businesses:read`.
       */
      list: ListCall<[id: string, input?: EitherSpelling<NonNullable<T.BusinessesKeysListData['query']>>, options?: CallOptions], T.BusinessesKeysListResponse, T.BusinessesKeysListResponse['keys'][number]>,
      /**
       * Revoke an API key.
       *
       * The key, and every key it created, is revoked immediately. Revoking it again changes nothing. Keys need the scope `businesses:write`.
       */
      revoke(id: string, keyId: string, options?: CallOptions): Promise<T.BusinessesKeysRevokeResponse>,
    },
  },
  payments: {
    /**
     * Create a payment.
     *
     * Reserves a deposit address and quotes the amount to send. Wallet address, fee and rate are frozen on the payment. `redirect_url` is an alias of `success_url`. A failed creation consumes no quota. Test keys create no payments yet: 501 `NOT_IMPLEMENTED`. Keys need the scope `payments:write`, and apps the scope `payments`.
     */
    create(input: EitherSpelling<NonNullable<T.PaymentsCreateData['body']>>, options?: CallOptions): Promise<T.PaymentsCreateResponse>,
    /**
     * List payments.
     *
     * Newest first. Without `business_id`, the payments of the key’s business or of all businesses of the merchant. `qr_code` is null without `include=qr_code`. Keys need the scope `payments:read`, and apps the scope `payments`.
     */
    list: ListCall<[input?: EitherSpelling<NonNullable<T.PaymentsListData['query']>>, options?: CallOptions], T.PaymentsListResponse, T.PaymentsListResponse['payments'][number]>,
    /**
     * Get a payment.
     *
     * Returns the full view, which is never behind the webhooks. Keys need the scope `payments:read`, and apps the scope `payments`.
     */
    get(id: string, options?: CallOptions): Promise<T.PaymentsGetResponse>,
    /**
     * List coins.
     *
     * Every coin, whether the gateway accepts it now, and whether the business has a wallet for it. Keys need the scope `payments:read`, and apps the scope `payments`.
     */
    tokens(input?: EitherSpelling<NonNullable<T.PaymentsTokensData['query']>>, options?: CallOptions): Promise<T.PaymentsTokensResponse>,
    /**
     * View a payment as its payer.
     *
     * Returns what a checkout page needs, without metadata, fees, wallet addresses or ids of other objects.
     */
    view(id: string, options?: CallOptions): Promise<T.PaymentsViewResponse>,
    /**
     * Refund a payment.
     *
     * Money that has reached your wallet is yours, so you pay the refund from there: the payer names an address on the page of `refund_url`, or you name it, the page of `pay_url` shows what to pay, and the gateway watches the address and counts what arrives. Crypto that the gateway still holds of an unpaid payment is sent by the gateway after a hold, all of it. Never more coin goes back than was received, less what was refunded or is open. Keys need the scope `payments:write`.
     */
    refund(id: string, input?: EitherSpelling<NonNullable<T.PaymentsRefundData['body']>>, options?: CallOptions): Promise<T.PaymentsRefundResponse>,
    /**
     * List refunds of a payment.
     *
     * Everything that goes back or went back of it, whoever pays it, newest first. Keys need the scope `payments:read`.
     */
    refunds: ListCall<[id: string, input?: EitherSpelling<NonNullable<T.PaymentsRefundsData['query']>>, options?: CallOptions], T.PaymentsRefundsResponse, T.PaymentsRefundsResponse['refunds'][number]>,
    /**
     * Cancel a refund of a payment.
     *
     * Its links stop working. What was paid of it stays refunded, and held money stays held. While a transfer to its address is not final it goes on. Keys need the scope `payments:write`.
     */
    cancelRefund(id: string, refundId: string, options?: CallOptions): Promise<T.PaymentsCancelRefundResponse>,
    /**
     * Renew a refund of a payment.
     *
     * Offers an expired refund again, by new links. One whose address is known is watched again. Money that the gateway holds is refunded anew instead. Keys need the scope `payments:write`.
     */
    renewRefund(id: string, refundId: string, options?: CallOptions): Promise<T.PaymentsRenewRefundResponse>,
    /**
     * Name a transaction of a refund.
     *
     * Says which transaction has paid it, where the gateway cannot tell by itself: an older one, one that could be of another refund, or ether that a contract has paid. It counts once a block shows it; `named_transactions` says what became of it. Keys need the scope `payments:write`.
     */
    nameRefundTransaction(id: string, refundId: string, input: EitherSpelling<NonNullable<T.PaymentsNameRefundTransactionData['body']>>, options?: CallOptions): Promise<T.PaymentsNameRefundTransactionResponse>,
    /**
     * Get the QR image of a payment.
     *
     * The payment URI, or the plain address where wallets misread token URIs. A URI asks for the amount still due, so the image changes when a part arrives.
     */
    qr(id: string, options?: CallOptions): Promise<Blob>,
  },
  escrows: {
    /**
     * Create an escrow.
     *
     * Reserves a deposit address, and answers one token for each party. Nobody needs an account; with a credential the escrow belongs to its business. Keep the tokens: they are answered once. Each party sees the escrow, and decides on it, at the page that its manage URL names; the holder of that link can act for the party. With a credential, a beneficiary that is no wallet of the business needs what a new wallet needs: the scope `wallets:write` of an API key, or a recent confirmation in the portal. Keys need the scope `escrows:write`.
     */
    create(input: EitherSpelling<NonNullable<T.EscrowsCreateData['body']>>, options?: CallOptions): Promise<T.EscrowsCreateResponse>,
    /**
     * List escrows.
     *
     * Newest first. With a credential, the escrows of its businesses; without one, those of exactly the named depositor or beneficiary, and none when neither is named. Keys need the scope `escrows:read`.
     */
    list: ListCall<[input?: EitherSpelling<NonNullable<T.EscrowsListData['query']>>, options?: CallOptions], T.EscrowsListResponse, T.EscrowsListResponse['escrows'][number]>,
    /**
     * Get an escrow.
     *
     * Anybody may read an escrow. Metadata, disputes and the business are null unless the credential is one of its business or `X-Escrow-Token` is a token of a party. Keys need the scope `escrows:read`.
     */
    get(id: string, options?: CallOptions): Promise<T.EscrowsGetResponse>,
    /**
     * Recognize a token.
     *
     * Answers which party a token belongs to, and what that party may do now. A credential beside the token binds the DID of its merchant to the role of the token, once and for ever: `party` says what became of that. A key binds with the scope `reputation:write`, and an app binds nobody. No credential is needed; one of this service that is not valid is refused.
     */
    authenticate(id: string, input: EitherSpelling<NonNullable<T.EscrowsAuthenticateData['body']>>, options?: CallOptions): Promise<T.EscrowsAuthenticateResponse>,
    /**
     * Release an escrow.
     *
     * By the token of the depositor. The beneficiary is paid the amount less the fee; the status is `settled` once that is final. A credential beside the token binds the DID of its merchant to the role of the token, once and for ever: `party` says what became of that. A key binds with the scope `reputation:write`, and an app binds nobody. No credential is needed; one of this service that is not valid is refused.
     */
    release(id: string, input: EitherSpelling<NonNullable<T.EscrowsReleaseData['body']>>, options?: CallOptions): Promise<T.EscrowsReleaseResponse>,
    /**
     * Refund an escrow.
     *
     * By the token of the depositor. Everything that was paid in goes back, without a fee. A credential beside the token binds the DID of its merchant to the role of the token, once and for ever: `party` says what became of that. A key binds with the scope `reputation:write`, and an app binds nobody. No credential is needed; one of this service that is not valid is refused.
     */
    refund(id: string, input: EitherSpelling<NonNullable<T.EscrowsRefundData['body']>>, options?: CallOptions): Promise<T.EscrowsRefundResponse>,
    /**
     * Dispute an escrow.
     *
     * By the token of either party. Operators decide within two weeks, else the escrow is refunded; until then only the depositor can release it. A credential beside the token binds the DID of its merchant to the role of the token, once and for ever: `party` says what became of that. A key binds with the scope `reputation:write`, and an app binds nobody. No credential is needed; one of this service that is not valid is refused.
     */
    dispute(id: string, input: EitherSpelling<NonNullable<T.EscrowsDisputeData['body']>>, options?: CallOptions): Promise<T.EscrowsDisputeResponse>,
    /**
     * List the history of an escrow.
     *
     * Oldest first. `details` are null unless the escrow itself would be whole for the caller. Keys need the scope `escrows:read`.
     */
    events(id: string, input?: EitherSpelling<NonNullable<T.EscrowsEventsData['query']>>, options?: CallOptions): Promise<T.EscrowsEventsResponse>,
  },
  cards: {
    /**
     * Create a card payment.
     *
     * Send your customer to `checkout_url`, a page of the card processor that is valid for 24 hours. Without `escrow_mode` the card is charged on the account of the business, less the fee. With it the money is held until you release or refund it; after 90 days it is refunded by itself. 503 `TIMED_OUT`: the page was not there within ten seconds; the same request with the same key waits for it again. Keys need the scope `cards:write`.
     */
    create(input: EitherSpelling<NonNullable<T.CardsCreateData['body']>>, options?: CallOptions): Promise<T.CardsCreateResponse>,
    /**
     * List card payments.
     *
     * Newest first. An API key sees the card payments of its business only. Keys need the scope `cards:read`.
     */
    list: ListCall<[input?: EitherSpelling<NonNullable<T.CardsListData['query']>>, options?: CallOptions], T.CardsListResponse, T.CardsListResponse['payments'][number]>,
    /**
     * Get a card payment.
     *
     * By its id, or by the processor’s id of its checkout session (`cs_…`) or its payment intent (`pi_…`). Keys need the scope `cards:read`.
     */
    get(id: string, options?: CallOptions): Promise<T.CardsGetResponse>,
    /**
     * Refund a card payment.
     *
     * Refunds a direct payment or one in escrow, in part or whole; the fee falls to the fee of what is left. The amount is reserved at once, so refunds and a release never exceed the payment. `pending`: the processor has no result yet; `card_refund` tells when it succeeds. After a release the same part is taken back from the balance of the business. Keys need the scope `cards:write`.
     */
    refund(input: EitherSpelling<NonNullable<T.CardsRefundData['body']>>, options?: CallOptions): Promise<T.CardsRefundResponse>,
    accounts: {
      /**
       * Onboard a business at the card processor.
       *
       * Answers a fresh link, which opens once, each time. The first call opens the account at the processor; country and e-mail address are those of that call. Keys need the scope `cards:write`.
       */
      onboard(input?: EitherSpelling<NonNullable<T.CardsAccountsOnboardData['body']>>, options?: CallOptions): Promise<T.CardsAccountsOnboardResponse>,
      /**
       * Get the account of a business at the card processor.
       *
       * 404 until the business is onboarded for the first time; begin onboarding then. Keys need the scope `cards:read`.
       */
      status(businessId: string, options?: CallOptions): Promise<T.CardsAccountsStatusResponse>,
      /**
       * Get how a business can be paid.
       *
       * Crypto always; cards and card escrows as far as the account at the card processor allows. Keys need the scope `cards:read`.
       */
      methods(id: string, options?: CallOptions): Promise<T.CardsAccountsMethodsResponse>,
    },
    disputes: {
      /**
       * Get a dispute.
       *
       * By its id, or by the processor’s. Keys need the scope `cards:read`.
       */
      get(id: string, options?: CallOptions): Promise<T.CardsDisputesGetResponse>,
      /**
       * List disputes.
       *
       * Newest first, inquiries included. An API key sees the disputes of its business only. Keys need the scope `cards:read`.
       */
      list: ListCall<[input?: EitherSpelling<NonNullable<T.CardsDisputesListData['query']>>, options?: CallOptions], T.CardsDisputesListResponse, T.CardsDisputesListResponse['disputes'][number]>,
      /**
       * Send evidence against a dispute.
       *
       * The bank reads evidence once: with `submit` everything stored so far is sent for good. Files (PDF, JPEG or PNG, 5 MiB together) need a body of multipart/form-data, which takes the texts too; one of the same kind takes the place of the last. Send it before `evidence_due_at`. 503 `TIMED_OUT`: the processor has not answered within ten seconds; the same request with the same key waits again. Keys need the scope `cards:write`.
       */
      evidence(id: string, input?: EitherSpelling<NonNullable<T.CardsDisputesEvidenceData['body']>>, options?: CallOptions): Promise<T.CardsDisputesEvidenceResponse>,
      /**
       * Accept a dispute.
       *
       * The dispute is lost with it, for good; its money stays with the cardholder. Keys need the scope `cards:write`.
       */
      accept(id: string, options?: CallOptions): Promise<T.CardsDisputesAcceptResponse>,
    },
    escrows: {
      /**
       * Release a card escrow.
       *
       * Transfers what is left of the payment, less the fee, to the business: once, and never while a refund is unfinished or a dispute is open. `transfer_id` is an id of ours until the processor has answered; its event is `card_escrow_release`. 502: the processor has refused the transfer, and the money is held as before. Keys need the scope `cards:write`.
       */
      release(input: EitherSpelling<NonNullable<T.CardsEscrowsReleaseData['body']>>, options?: CallOptions): Promise<T.CardsEscrowsReleaseResponse>,
      /**
       * Get a card escrow.
       *
       * Its amounts are those of its payment. Keys need the scope `cards:read`.
       */
      get(id: string, options?: CallOptions): Promise<T.CardsEscrowsGetResponse>,
      /**
       * List card escrows.
       *
       * Newest first. An API key sees the card escrows of its business only. Keys need the scope `cards:read`.
       */
      list: ListCall<[input?: EitherSpelling<NonNullable<T.CardsEscrowsListData['query']>>, options?: CallOptions], T.CardsEscrowsListResponse, T.CardsEscrowsListResponse['escrows'][number]>,
    },
    payouts: {
      /**
       * List payouts to the bank.
       *
       * What the processor has paid out to the banks of your businesses, newest first. Keys need the scope `cards:read`.
       */
      list: ListCall<[input?: EitherSpelling<NonNullable<T.CardsPayoutsListData['query']>>, options?: CallOptions], T.CardsPayoutsListResponse, T.CardsPayoutsListResponse['payouts'][number]>,
    },
    transactions: {
      /**
       * Get a card transaction.
       *
       * By the id of the payment, the refund, the escrow or the dispute that it is read from. Keys need the scope `cards:read`.
       */
      get(id: string, options?: CallOptions): Promise<T.CardsTransactionsGetResponse>,
      /**
       * List card transactions.
       *
       * Charges, refunds, transfers and disputes, newest first. An API key sees those of its business only. Keys need the scope `cards:read`.
       */
      list: ListCall<[input?: EitherSpelling<NonNullable<T.CardsTransactionsListData['query']>>, options?: CallOptions], T.CardsTransactionsListResponse, T.CardsTransactionsListResponse['transactions'][number]>,
    },
  },
  series: {
    /**
     * Create a series of escrows.
     *
     * The first escrow is due at once, and is answered unless it waits for a rate. Each escrow expires when the next one is due, after 30 days at the latest. The tokens of the customer are never answered. Without `depositor_address`, an escrow in ETH, POL or their USDC has no address to pay to (`escrow_address` is null) until the customer names an address for refunds on its page; the e-mail asks for it. With `card` each escrow has a `checkout_url`, which leads its customer to a fresh page of the card processor while the escrow is `created`. A beneficiary that is no wallet of the business needs what a new wallet needs: the scope `wallets:write` of an API key, or a recent confirmation in the portal. Keys need the scope `series:write`.
     */
    create(input: EitherSpelling<NonNullable<T.SeriesCreateData['body']>>, options?: CallOptions): Promise<T.SeriesCreateResponse>,
    /**
     * List series.
     *
     * Newest first. An API key sees the series of its business only. Keys need the scope `series:read`.
     */
    list: ListCall<[input?: EitherSpelling<NonNullable<T.SeriesListData['query']>>, options?: CallOptions], T.SeriesListResponse, T.SeriesListResponse['series'][number]>,
    /**
     * Get a series.
     *
     * With its escrows, by ascending period. Keys need the scope `series:read`.
     */
    get(id: string, options?: CallOptions): Promise<T.SeriesGetResponse>,
    /**
     * Update a series.
     *
     * Absent members stay unchanged. A new amount or interval is for later escrows; open ones keep theirs. A new amount for a beneficiary that is no wallet of the business needs the scope `wallets:write`, as its creation did. Keys need the scope `series:write`.
     */
    update(id: string, input?: EitherSpelling<NonNullable<T.SeriesUpdateData['body']>>, options?: CallOptions): Promise<T.SeriesUpdateResponse>,
    /**
     * Cancel a series.
     *
     * For ever; open escrows go on. A series that has ended already stays as it is. Keys need the scope `series:write`.
     */
    cancel(id: string, options?: CallOptions): Promise<T.SeriesCancelResponse>,
  },
  invoices: {
    /**
     * Create an invoice.
     *
     * A draft with the next number of its business. Name an `amount`, or `items` whose sum with tax it is. A test key creates none. Keys need the scope `invoices:write`.
     */
    create(input: EitherSpelling<NonNullable<T.InvoicesCreateData['body']>>, options?: CallOptions): Promise<T.InvoicesCreateResponse>,
    /**
     * List invoices.
     *
     * Newest first. An API key sees the invoices of its business only. Keys need the scope `invoices:read`.
     */
    list: ListCall<[input?: EitherSpelling<NonNullable<T.InvoicesListData['query']>>, options?: CallOptions], T.InvoicesListResponse, T.InvoicesListResponse['invoices'][number]>,
    /**
     * Get an invoice.
     *
     * In any state, with its credit notes. Keys need the scope `invoices:read`.
     */
    get(id: string, options?: CallOptions): Promise<T.InvoicesGetResponse>,
    /**
     * Update an invoice.
     *
     * Only a draft: absent members stay unchanged, and an empty text clears one. New `items` take the place of all; without a new `amount` it is their sum. Keys need the scope `invoices:write`.
     */
    update(id: string, input?: EitherSpelling<NonNullable<T.InvoicesUpdateData['body']>>, options?: CallOptions): Promise<T.InvoicesUpdateResponse>,
    /**
     * Delete an invoice.
     *
     * Only a draft; its number stays in the register as void and is not used again. Keys need the scope `invoices:write`.
     */
    remove(id: string, options?: CallOptions): Promise<T.InvoicesRemoveResponse>,
    /**
     * Duplicate an invoice.
     *
     * A new draft with the amount, items, coin, client and texts of an invoice in any state, without its days. Keys need the scope `invoices:write`.
     */
    duplicate(id: string, options?: CallOptions): Promise<T.InvoicesDuplicateResponse>,
    /**
     * Send an invoice.
     *
     * A draft becomes payable, is never edited again, and goes to its client by e-mail; it needs a coin with a wallet, or an account at the card processor. Its address is taken now and never changes. From `sent` and `overdue` the e-mail goes once more and nothing else changes; the answer for an overdue one has no invoice. Keys need the scope `invoices:write`.
     */
    send(id: string, options?: CallOptions): Promise<T.InvoicesSendResponse>,
    /**
     * Publish an invoice.
     *
     * The same without an e-mail: bring the link to your client yourself. One that was sent before stays as it is. Keys need the scope `invoices:write`.
     */
    publish(id: string, options?: CallOptions): Promise<T.InvoicesPublishResponse>,
    /**
     * Remind the client of an invoice.
     *
     * An e-mail with the link, from `sent` and `overdue`, also where `reminders` is false. Keys need the scope `invoices:write`.
     */
    remind(id: string, options?: CallOptions): Promise<T.InvoicesRemindResponse>,
    /**
     * Cancel an invoice.
     *
     * From `sent` and `overdue`, while nothing is paid or on its way. Its address is watched on. Keys need the scope `invoices:write`.
     */
    cancel(id: string, options?: CallOptions): Promise<T.InvoicesCancelResponse>,
    /**
     * Mark an invoice as paid outside.
     *
     * What is left of it was paid elsewhere, such as by bank transfer; there is no fee on it. Keys need the scope `invoices:write`.
     */
    markPaid(id: string, input?: EitherSpelling<NonNullable<T.InvoicesMarkPaidData['body']>>, options?: CallOptions): Promise<T.InvoicesMarkPaidResponse>,
    /**
     * Undo the mark as paid outside.
     *
     * The invoice is `sent` again, or `overdue` after its due day; refused where anything else was paid. Keys need the scope `invoices:write`.
     */
    undoMark(id: string, options?: CallOptions): Promise<T.InvoicesUndoMarkResponse>,
    /**
     * Credit an invoice.
     *
     * Takes a part, or without `amount` and `items` all that is left, off an invoice that was sent. The whole of an unpaid one cancels it. Money that was paid is given back by a refund. Keys need the scope `invoices:write`.
     */
    credit(id: string, input?: EitherSpelling<NonNullable<T.InvoicesCreditData['body']>>, options?: CallOptions): Promise<T.InvoicesCreditResponse>,
    /**
     * Refund an invoice.
     *
     * Sends back crypto that is held of an invoice: what came late, twice or after it was cancelled. The payer names an address on the page of `refund_url`, or you name it; it is paid after a hold. On Ethereum and Polygon held money goes to you instead. With `tx_hash` you note what you have given back yourself. Card money goes back by a refund of its card payment. Keys need the scope `invoices:write`.
     */
    refund(id: string, input?: EitherSpelling<NonNullable<T.InvoicesRefundData['body']>>, options?: CallOptions): Promise<T.InvoicesRefundResponse>,
    /**
     * List refunds of an invoice.
     *
     * Everything that goes back or went back of it, newest first, what you have noted with `tx_hash` included. Keys need the scope `invoices:read`.
     */
    refunds: ListCall<[id: string, input?: EitherSpelling<NonNullable<T.InvoicesRefundsData['query']>>, options?: CallOptions], T.InvoicesRefundsResponse, T.InvoicesRefundsResponse['refunds'][number]>,
    /**
     * Cancel a refund of an invoice.
     *
     * Until it is on its way. Its link stops working, and the money stays held until you decide again. Keys need the scope `invoices:write`.
     */
    cancelRefund(id: string, refundId: string, options?: CallOptions): Promise<T.InvoicesCancelRefundResponse>,
    /**
     * View an invoice as its client.
     *
     * Returns what is needed to pay an invoice that was sent, is overdue or is paid, without ids of clients or wallets. A quote whose window has passed is renewed.
     */
    pay(id: string, options?: CallOptions): Promise<T.InvoicesPayResponse>,
    clients: {
      /**
       * Create a client.
       *
       * An e-invoice needs the address of the client; invoices in drafts follow later changes. Keys need the scope `invoices:write`.
       */
      create(input: EitherSpelling<NonNullable<T.InvoicesClientsCreateData['body']>>, options?: CallOptions): Promise<T.InvoicesClientsCreateResponse>,
      /**
       * List clients.
       *
       * Newest first. An API key sees the clients of its business only. Keys need the scope `invoices:read`.
       */
      list: ListCall<[input?: EitherSpelling<NonNullable<T.InvoicesClientsListData['query']>>, options?: CallOptions], T.InvoicesClientsListResponse, T.InvoicesClientsListResponse['clients'][number]>,
      /**
       * Get a client.
       *
       * As it is now; an invoice that was sent has a copy. Keys need the scope `invoices:read`.
       */
      get(id: string, options?: CallOptions): Promise<T.InvoicesClientsGetResponse>,
      /**
       * Update a client.
       *
       * Absent members stay unchanged, and an empty text clears one. Invoices that were sent keep their copy. Keys need the scope `invoices:write`.
       */
      update(id: string, input?: EitherSpelling<NonNullable<T.InvoicesClientsUpdateData['body']>>, options?: CallOptions): Promise<T.InvoicesClientsUpdateResponse>,
      /**
       * Delete a client.
       *
       * Drafts lose it; invoices that were sent keep their copy. Keys need the scope `invoices:write`.
       */
      remove(id: string, options?: CallOptions): Promise<T.InvoicesClientsRemoveResponse>,
    },
    /**
     * Export the register of invoice numbers.
     *
     * Every number of a business, void ones and credit notes among them, by ascending number. Keys need the scope `invoices:read`.
     */
    register(input?: EitherSpelling<NonNullable<T.InvoicesRegisterData['query']>>, options?: CallOptions): Promise<Blob>,
    /**
     * Get the PDF of an invoice.
     *
     * The PDF/A-3b document as it was sent, byte by byte; 404 before it is written. The id of a credit note gives its document. Keys need the scope `invoices:read`.
     */
    pdf(id: string, options?: CallOptions): Promise<Blob>,
    /**
     * Get the PDF of an invoice as its client.
     *
     * The same document for everybody with the id of the invoice.
     */
    payPdf(id: string, options?: CallOptions): Promise<Blob>,
  },
  lightning: {
    nodes: {
      /**
       * Enable a Lightning wallet.
       *
       * A custodial wallet under a name of your own. The gateway holds its keys: a `mnemonic` is dropped unread, so do not send one. One that is enabled already stays as it is, with status 200. A test key enables none. Keys need the scope `lightning:write`.
       */
      enable(input: EitherSpelling<NonNullable<T.LightningNodesEnableData['body']>>, options?: CallOptions): Promise<T.LightningNodesEnableResponse>,
      /**
       * Find a Lightning wallet.
       *
       * By your own name of it. Keys need the scope `lightning:read`.
       */
      find(input: EitherSpelling<NonNullable<T.LightningNodesFindData['query']>>, options?: CallOptions): Promise<T.LightningNodesFindResponse>,
      /**
       * Get a Lightning wallet.
       *
       * By its id. Keys need the scope `lightning:read`.
       */
      get(id: string, options?: CallOptions): Promise<T.LightningNodesGetResponse>,
    },
    address: {
      /**
       * Register a Lightning Address.
       *
       * People pay the wallet at `<username>@<host of the service>`. A wallet has one address for good: it never changes, and never moves to another wallet. Keys need the scope `lightning:write`.
       */
      register(input: EitherSpelling<NonNullable<T.LightningAddressRegisterData['body']>>, options?: CallOptions): Promise<T.LightningAddressRegisterResponse>,
      /**
       * Get or check a Lightning Address.
       *
       * With `wallet_id`, which needs a credential, the address of the wallet; both members are null while it has none. With `username`, for anybody and whatever credential comes along, whether a wallet can register it: reserved names are not available. Send one of both. Keys need the scope `lightning:read`.
       */
      get(input?: EitherSpelling<NonNullable<T.LightningAddressGetData['query']>>, options?: CallOptions): Promise<T.LightningAddressGetResponse>,
    },
    invoices: {
      /**
       * Create a Lightning invoice.
       *
       * Any wallet can pay it for an hour. It is an incoming payment that is pending: `lightning.payment.settled` tells that it was paid, and its amount is in the balance then. Show `payment_request` as a QR code in upper case. Keys need the scope `lightning:write`.
       */
      create(input: EitherSpelling<NonNullable<T.LightningInvoicesCreateData['body']>>, options?: CallOptions): Promise<T.LightningInvoicesCreateResponse>,
    },
    payments: {
      /**
       * Send a Lightning payment.
       *
       * Pays a BOLT11 invoice or a Lightning Address. The amount and a reserve for the fee of the route (one percent, at least 10 sats) are set aside first; what the route did not cost returns. `pending`: the outcome is not known after 20 seconds, and both stay set aside until it is; read the payment by its hash. `failed`: nothing was paid, and everything is back. An invoice is paid at most once. Keys need the scope `lightning:write`.
       */
      send(input: EitherSpelling<NonNullable<T.LightningPaymentsSendData['body']>>, options?: CallOptions): Promise<T.LightningPaymentsSendResponse>,
      /**
       * List Lightning payments.
       *
       * Newest first. An API key sees the payments of its business only. Keys need the scope `lightning:read`.
       */
      list: ListCall<[input?: EitherSpelling<NonNullable<T.LightningPaymentsListData['query']>>, options?: CallOptions], T.LightningPaymentsListResponse, T.LightningPaymentsListResponse['payments'][number]>,
      /**
       * Get a Lightning payment.
       *
       * By its hash. A payment between two wallets of yours has two entries: the outgoing one is meant, unless you name the other. Keys need the scope `lightning:read`.
       */
      get(paymentHash: string, input?: EitherSpelling<NonNullable<T.LightningPaymentsGetData['query']>>, options?: CallOptions): Promise<T.LightningPaymentsGetResponse>,
    },
    /**
     * Get the balance of a wallet.
     *
     * Whole satoshis, millisatoshis, and whole bitcoin as a decimal text. What is reserved for pending sends is shown apart. Keys need the scope `lightning:read`.
     */
    balance(input: EitherSpelling<NonNullable<T.LightningBalanceData['query']>>, options?: CallOptions): Promise<T.LightningBalanceResponse>,
  },
  oauth: {
    clients: {
      /**
       * Create an OAuth client.
       *
       * The secret is shown only once; a public client has none. Clients belong to the merchant and have no mode. A merchant has at most 100: 400 `INVALID_STATE` beyond. Keys need the scope `oauth:write`.
       */
      create(input: EitherSpelling<NonNullable<T.OauthClientsCreateData['body']>>, options?: CallOptions): Promise<T.OauthClientsCreateResponse>,
      /**
       * List OAuth clients.
       *
       * The clients of the merchant, newest first, without secrets. Keys need the scope `oauth:read`.
       */
      list: ListCall<[input?: EitherSpelling<NonNullable<T.OauthClientsListData['query']>>, options?: CallOptions], T.OauthClientsListResponse, T.OauthClientsListResponse['clients'][number]>,
      /**
       * Get an OAuth client.
       *
       * By its `id` or its `client_id`, without its secret. Keys need the scope `oauth:read`.
       */
      get(id: string, options?: CallOptions): Promise<T.OauthClientsGetResponse>,
      /**
       * Update an OAuth client.
       *
       * Absent members stay unchanged. With fewer scopes, sign-ins that hold more end at once, with their tokens. Keys need the scope `oauth:write`.
       */
      update(id: string, input?: EitherSpelling<NonNullable<T.OauthClientsUpdateData['body']>>, options?: CallOptions): Promise<T.OauthClientsUpdateResponse>,
      /**
       * Delete an OAuth client.
       *
       * Its secret, and everything that its users have allowed it, ends at once, with all its tokens. Keys need the scope `oauth:write`.
       */
      delete(id: string, options?: CallOptions): Promise<T.OauthClientsDeleteResponse>,
      /**
       * Rotate the secret of an OAuth client.
       *
       * The new secret is shown only once. The previous one is valid for 24 hours more. A public client has none: 400 `INVALID_STATE`. Keys need the scope `oauth:write`.
       */
      rotateSecret(id: string, options?: CallOptions): Promise<T.OauthClientsRotateSecretResponse>,
    },
    consents: {
      /**
       * List connected apps.
       *
       * The clients that the merchant has let in, those allowed last first, with what each may do.
       */
      list: ListCall<[input?: EitherSpelling<NonNullable<T.OauthConsentsListData['query']>>, options?: CallOptions], T.OauthConsentsListResponse, T.OauthConsentsListResponse['consents'][number]>,
      /**
       * Disconnect an app.
       *
       * Every sign-in of the client ends at once, with its tokens, and the client asks for consent at the next one.
       */
      withdraw(clientId: string, options?: CallOptions): Promise<T.OauthConsentsWithdrawResponse>,
    },
  },
  identity: {
    dids: {
      /**
       * Claim a DID, or link one.
       *
       * Gives the merchant a `did:key`, once and for good; the service makes its key and nobody can read it. A merchant that has one gets it again, with status 200. A body with `did` links a DID from elsewhere: with `public_key` and an Ed25519 signature over `claim-did:{did}:{merchantId}` it is verified and belongs to this merchant alone; without a proof it is shown as unverified and carries nothing. A test key claims and links nothing. Keys need the scope `reputation:write`.
       */
      claim(input?: EitherSpelling<NonNullable<T.IdentityDidsClaimData['body']>>, options?: CallOptions): Promise<T.IdentityDidsClaimResponse>,
      /**
       * Get your DID.
       *
       * With the DIDs that you have linked. Keys need the scope `reputation:read`.
       */
      get(options?: CallOptions): Promise<T.IdentityDidsGetResponse>,
    },
    reputation: {
      /**
       * Get a reputation.
       *
       * Returns the score of a DID, the components of trust, and what its receipts of some days add up to. A DID without receipts has zeros. The formula is published at `/docs/reputation`: with the receipts of the DID and `computed_at` anybody computes the same. Keys need the scope `reputation:read`.
       */
      get(did: string, options?: CallOptions): Promise<T.IdentityReputationGetResponse>,
    },
    receipts: {
      /**
       * List the receipts of a DID.
       *
       * Newest first, with those that do not count. What was said of a task is not public. `sequence` and the digests are its place in the chain of the DID, which shows that no receipt is left out.
       */
      list: ListCall<[input: EitherSpelling<NonNullable<T.IdentityReceiptsListData['query']>>, options?: CallOptions], T.IdentityReceiptsListResponse, T.IdentityReceiptsListResponse['receipts'][number]>,
      /**
       * Submit a receipt.
       *
       * A body with `agent_did` is an action receipt, every other one a task receipt. A task receipt counts (`verified`) once the escrow has settled and its author, who had a DID when it wrote it, and the counterparty are bound to its two roles; there is one for each escrow and author, beside one that it wrote before it had a DID. An action receipt counts when you own one of its two DIDs, another merchant, which has claimed a DID, owns the other, and `escrow_sig` is the buyer’s; of an economic one the escrow `task_id` has to be one that both have settled, its amount is taken from there, and it counts only while its agent has no economic receipt of that escrow, such as the one that the service writes of a party that is bound when it settles. Those of disputes, of identity and of compliance count only where the service wrote them. What does not count is stored with weight 0. The same action receipt again answers 200. Keys need the scope `reputation:write`.
       */
      submit(input?: EitherSpelling<NonNullable<T.IdentityReceiptsSubmitData['body']>>, options?: CallOptions): Promise<T.IdentityReceiptsSubmitResponse>,
    },
    credentials: {
      /**
       * Request a credential.
       *
       * Has the service sign what your reputation is now. It is valid for 30 days, and a DID gets one a day: a second request of a day is answered with the first one’s, with status 200. A test key requests none. Keys need the scope `reputation:write`.
       */
      request(input?: EitherSpelling<NonNullable<T.IdentityCredentialsRequestData['body']>>, options?: CallOptions): Promise<T.IdentityCredentialsRequestResponse>,
      /**
       * Get a credential.
       *
       * For everybody. `proof.jwt` is the whole of it: a W3C VC 2.0 that is secured with JOSE, which any library of it verifies. Keys need the scope `reputation:read`.
       */
      get(id: string, options?: CallOptions): Promise<T.IdentityCredentialsGetResponse>,
      /**
       * List the credentials about a DID.
       *
       * Newest first, revoked ones too.
       */
      list: ListCall<[input: EitherSpelling<NonNullable<T.IdentityCredentialsListData['query']>>, options?: CallOptions], T.IdentityCredentialsListResponse, T.IdentityCredentialsListResponse['credentials'][number]>,
      /**
       * Verify a credential.
       *
       * Says whether a credential is valid now: signature, issuer, dates, and its status, which is read every time. Send the id of one of ours, or a whole credential of any issuer with a `did:web` or `did:key`; what of another issuer cannot be reached makes its credential not valid. The status of a verdict is always 200, and `reason` says what is wrong. Keys need the scope `reputation:read`.
       */
      verify(input?: EitherSpelling<NonNullable<T.IdentityCredentialsVerifyData['body']>>, options?: CallOptions): Promise<T.IdentityCredentialsVerifyResponse>,
      /**
       * List revoked credentials.
       *
       * All of them, the last revoked first. The signed status lists that credentials name say the same.
       */
      revocations(options?: CallOptions): Promise<T.IdentityCredentialsRevocationsResponse>,
    },
    /**
     * Get the badge of a DID.
     *
     * The score of the DID as a picture of numbers and fixed words, in light and dark. A DID without receipts has one too.
     */
    badge(did: string, options?: CallOptions): Promise<Blob>,
  },
  rates: {
    /**
     * Get a rate.
     *
     * Returns the price of one coin, before the spread of a business. `amount` also converts a fiat amount to the coin; `coins=BTC,ETH` returns several rates. Without a current rate the last good one is returned with `stale`, for ten minutes; no payment is quoted at it.
     */
    get(input?: EitherSpelling<NonNullable<T.RatesGetData['query']>>, options?: CallOptions): Promise<T.RatesGetResponse>,
    /**
     * Convert a fiat amount.
     *
     * Converts a fiat amount to a coin. The amount of a payment is rounded up instead, and includes the spread of its business.
     */
    convert(input: EitherSpelling<NonNullable<T.RatesConvertData['query']>>, options?: CallOptions): Promise<T.RatesConvertResponse>,
    /**
     * Get several rates.
     *
     * The answer spells coins as the request does. Unknown coins are listed in `unavailable` and cause no error.
     */
    list(input: EitherSpelling<NonNullable<T.RatesListData['body']>>, options?: CallOptions): Promise<T.RatesListResponse>,
  },
  webhooks: {
    /**
     * List webhook deliveries as a plain list.
     *
     * Deliveries of the last 30 days, newest first, webhook tests included. The answer is the list itself. `count` is an alias of `limit`. Keys need the scope `webhooks:read`.
     */
    logs(input?: EitherSpelling<NonNullable<T.WebhooksLogsData['query']>>, options?: CallOptions): Promise<T.WebhooksLogsResponse>,
    /**
     * List webhook deliveries.
     *
     * Deliveries of the last 30 days, newest first, webhook tests included. Filters by payment and by status. Keys need the scope `webhooks:read`.
     */
    list: ListCall<[input?: EitherSpelling<NonNullable<T.WebhooksListData['query']>>, options?: CallOptions], T.WebhooksListResponse, T.WebhooksListResponse['logs'][number]>,
    /**
     * Test a webhook.
     *
     * Sends one sample event to the webhook URL and returns the receiver’s answer within ten seconds. The sample is marked `test`, is not retried, and is not in the feed. `event` and `type` are aliases of `event_type`. Keys need the scope `webhooks:write`.
     */
    test(input?: EitherSpelling<NonNullable<T.WebhooksTestData['body']>>, options?: CallOptions): Promise<T.WebhooksTestResponse>,
    /**
     * Redeliver a webhook.
     *
     * Makes the delivery due now, or at the next attempt of a receiver that is down. Retries follow the usual schedule: from its beginning for an ended delivery, from where it was for a waiting one. Id and body stay the same. `id` may be the id of the event. Keys need the scope `webhooks:write`.
     */
    redeliver(id: string, options?: CallOptions): Promise<T.WebhooksRedeliverResponse>,
    /**
     * List events.
     *
     * Every event of the business in the last 30 days, subscribed or not, oldest first and without gaps. A client that continues from `next_cursor` misses none, also with `types`. Keys need the scope `webhooks:read`.
     */
    events: ListCall<[input?: EitherSpelling<NonNullable<T.WebhooksEventsData['query']>>, options?: CallOptions], T.WebhooksEventsResponse, T.WebhooksEventsResponse['events'][number]>,
  },
  health: {
    /**
     * See whether the process runs.
     *
     * Checks no dependency.
     */
    live(options?: CallOptions): Promise<T.HealthLiveResponse>,
    /**
     * See whether everything works together.
     *
     * Names missing parts and the lag of each chain.
     */
    ready(options?: CallOptions): Promise<T.HealthReadyResponse>,
  },
}

/** How each operation is sent. */
export const operations = {
  accounts: {
    register: {"method":"POST","path":"/api/auth/register","input":"body"},
    login: {"method":"POST","path":"/api/auth/login","input":"body"},
    secondFactor: {"method":"POST","path":"/api/auth/second-factor","input":"body"},
    me: {"method":"GET","path":"/api/auth/me"},
    sessions: {
      list: {"method":"GET","path":"/api/auth/sessions","input":"query","list":{"items":"sessions","by":"offset"}},
      end: {"method":"POST","path":"/api/auth/logout"},
      endAll: {"method":"POST","path":"/api/auth/logout-all"},
    },
    recovery: {
      changePassword: {"method":"POST","path":"/api/auth/password","input":"body"},
      askForReset: {"method":"POST","path":"/api/auth/password/forgot","input":"body"},
      resetPassword: {"method":"POST","path":"/api/auth/password/reset","input":"body"},
      verifyEmail: {"method":"POST","path":"/api/auth/verify-email","input":"body"},
      askForVerification: {"method":"POST","path":"/api/auth/verify-email/send"},
    },
  },
  businesses: {
    create: {"method":"POST","path":"/api/businesses","input":"body","repeatable":true},
    list: {"method":"GET","path":"/api/businesses","input":"query","list":{"items":"businesses","by":"offset"}},
    get: {"method":"GET","path":"/api/businesses/{id}"},
    update: {"method":"PATCH","path":"/api/businesses/{id}","input":"body"},
    rotateWebhookSecret: {"method":"POST","path":"/api/businesses/{id}/webhook-secret/rotate","input":"body","repeatable":true},
    categories: {"method":"GET","path":"/api/businesses/categories"},
    keys: {
      create: {"method":"POST","path":"/api/businesses/{id}/api-keys","input":"body","repeatable":true},
      list: {"method":"GET","path":"/api/businesses/{id}/api-keys","input":"query","list":{"items":"keys","by":"offset"}},
      revoke: {"method":"DELETE","path":"/api/businesses/{id}/api-keys/{key_id}"},
    },
  },
  payments: {
    create: {"method":"POST","path":"/api/payments/create","input":"body","repeatable":true,"readsKey":true},
    list: {"method":"GET","path":"/api/payments","input":"query","list":{"items":"payments","by":"offset"}},
    get: {"method":"GET","path":"/api/payments/{id}"},
    tokens: {"method":"GET","path":"/api/tokens","input":"query"},
    view: {"method":"GET","path":"/api/payments/{id}/public"},
    refund: {"method":"POST","path":"/api/payments/{id}/refunds","input":"body","repeatable":true},
    refunds: {"method":"GET","path":"/api/payments/{id}/refunds","input":"query","list":{"items":"refunds","by":"offset"}},
    cancelRefund: {"method":"POST","path":"/api/payments/{id}/refunds/{refund_id}/cancel","repeatable":true},
    renewRefund: {"method":"POST","path":"/api/payments/{id}/refunds/{refund_id}/renew","repeatable":true},
    nameRefundTransaction: {"method":"POST","path":"/api/payments/{id}/refunds/{refund_id}/transactions","input":"body","repeatable":true},
    qr: {"method":"GET","path":"/api/payments/{id}/qr","answer":"blob"},
  },
  escrows: {
    create: {"method":"POST","path":"/api/escrow","input":"body","repeatable":true},
    list: {"method":"GET","path":"/api/escrow","input":"query","list":{"items":"escrows","by":"offset"}},
    get: {"method":"GET","path":"/api/escrow/{id}"},
    authenticate: {"method":"POST","path":"/api/escrow/{id}/auth","input":"body","repeatable":true},
    release: {"method":"POST","path":"/api/escrow/{id}/release","input":"body","repeatable":true},
    refund: {"method":"POST","path":"/api/escrow/{id}/refund","input":"body","repeatable":true},
    dispute: {"method":"POST","path":"/api/escrow/{id}/dispute","input":"body","repeatable":true},
    events: {"method":"GET","path":"/api/escrow/{id}/events","input":"query"},
  },
  cards: {
    create: {"method":"POST","path":"/api/cards/payments/create","input":"body","repeatable":true},
    list: {"method":"GET","path":"/api/cards/payments","input":"query","list":{"items":"payments","by":"offset"}},
    get: {"method":"GET","path":"/api/cards/payments/{id}"},
    refund: {"method":"POST","path":"/api/cards/escrow/refund","input":"body","repeatable":true},
    accounts: {
      onboard: {"method":"POST","path":"/api/cards/connect/onboard","input":"body","repeatable":true},
      status: {"method":"GET","path":"/api/cards/connect/status/{business_id}"},
      methods: {"method":"GET","path":"/api/businesses/{id}/payment-methods"},
    },
    disputes: {
      get: {"method":"GET","path":"/api/cards/disputes/{id}"},
      list: {"method":"GET","path":"/api/cards/disputes","input":"query","list":{"items":"disputes","by":"offset"}},
      evidence: {"method":"POST","path":"/api/cards/disputes/{id}/evidence","input":"body","repeatable":true},
      accept: {"method":"POST","path":"/api/cards/disputes/{id}/accept","repeatable":true},
    },
    escrows: {
      release: {"method":"POST","path":"/api/cards/escrow/release","input":"body","repeatable":true},
      get: {"method":"GET","path":"/api/cards/escrows/{id}"},
      list: {"method":"GET","path":"/api/cards/escrows","input":"query","list":{"items":"escrows","by":"offset"}},
    },
    payouts: {
      list: {"method":"GET","path":"/api/cards/payouts","input":"query","list":{"items":"payouts","by":"offset"}},
    },
    transactions: {
      get: {"method":"GET","path":"/api/cards/transactions/{id}"},
      list: {"method":"GET","path":"/api/cards/transactions","input":"query","list":{"items":"transactions","by":"offset"}},
    },
  },
  series: {
    create: {"method":"POST","path":"/api/escrow/series","input":"body","repeatable":true},
    list: {"method":"GET","path":"/api/escrow/series","input":"query","list":{"items":"series","by":"offset"}},
    get: {"method":"GET","path":"/api/escrow/series/{id}"},
    update: {"method":"PATCH","path":"/api/escrow/series/{id}","input":"body"},
    cancel: {"method":"POST","path":"/api/escrow/series/{id}/cancel","repeatable":true},
  },
  invoices: {
    create: {"method":"POST","path":"/api/invoices","input":"body","repeatable":true},
    list: {"method":"GET","path":"/api/invoices","input":"query","list":{"items":"invoices","by":"offset"}},
    get: {"method":"GET","path":"/api/invoices/{id}"},
    update: {"method":"PATCH","path":"/api/invoices/{id}","input":"body"},
    remove: {"method":"DELETE","path":"/api/invoices/{id}"},
    duplicate: {"method":"POST","path":"/api/invoices/{id}/duplicate","repeatable":true},
    send: {"method":"POST","path":"/api/invoices/{id}/send","repeatable":true},
    publish: {"method":"POST","path":"/api/invoices/{id}/publish","repeatable":true},
    remind: {"method":"POST","path":"/api/invoices/{id}/remind","repeatable":true},
    cancel: {"method":"POST","path":"/api/invoices/{id}/cancel","repeatable":true},
    markPaid: {"method":"POST","path":"/api/invoices/{id}/mark-paid","input":"body","repeatable":true},
    undoMark: {"method":"DELETE","path":"/api/invoices/{id}/mark-paid"},
    credit: {"method":"POST","path":"/api/invoices/{id}/credit-notes","input":"body","repeatable":true},
    refund: {"method":"POST","path":"/api/invoices/{id}/refunds","input":"body","repeatable":true},
    refunds: {"method":"GET","path":"/api/invoices/{id}/refunds","input":"query","list":{"items":"refunds","by":"offset"}},
    cancelRefund: {"method":"POST","path":"/api/invoices/{id}/refunds/{refund_id}/cancel","repeatable":true},
    pay: {"method":"GET","path":"/api/invoices/{id}/pay"},
    clients: {
      create: {"method":"POST","path":"/api/clients","input":"body","repeatable":true},
      list: {"method":"GET","path":"/api/clients","input":"query","list":{"items":"clients","by":"offset"}},
      get: {"method":"GET","path":"/api/clients/{id}"},
      update: {"method":"PATCH","path":"/api/clients/{id}","input":"body"},
      remove: {"method":"DELETE","path":"/api/clients/{id}"},
    },
    register: {"method":"GET","path":"/api/invoices/register.csv","input":"query","answer":"blob"},
    pdf: {"method":"GET","path":"/api/invoices/{id}/pdf","answer":"blob"},
    payPdf: {"method":"GET","path":"/api/invoices/{id}/pay/pdf","answer":"blob"},
  },
  lightning: {
    nodes: {
      enable: {"method":"POST","path":"/api/lightning/nodes","input":"body","repeatable":true},
      find: {"method":"GET","path":"/api/lightning/nodes","input":"query"},
      get: {"method":"GET","path":"/api/lightning/nodes/{id}"},
    },
    address: {
      register: {"method":"POST","path":"/api/lightning/address","input":"body","repeatable":true},
      get: {"method":"GET","path":"/api/lightning/address","input":"query"},
    },
    invoices: {
      create: {"method":"POST","path":"/api/lightning/invoices","input":"body","repeatable":true},
    },
    payments: {
      send: {"method":"POST","path":"/api/lightning/payments","input":"body","repeatable":true},
      list: {"method":"GET","path":"/api/lightning/payments","input":"query","list":{"items":"payments","by":"offset"}},
      get: {"method":"GET","path":"/api/lightning/payments/{payment_hash}","input":"query"},
    },
    balance: {"method":"GET","path":"/api/lightning/balance","input":"query"},
  },
  oauth: {
    clients: {
      create: {"method":"POST","path":"/api/oauth/clients","input":"body","repeatable":true},
      list: {"method":"GET","path":"/api/oauth/clients","input":"query","list":{"items":"clients","by":"offset"}},
      get: {"method":"GET","path":"/api/oauth/clients/{id}"},
      update: {"method":"PATCH","path":"/api/oauth/clients/{id}","input":"body"},
      delete: {"method":"DELETE","path":"/api/oauth/clients/{id}"},
      rotateSecret: {"method":"POST","path":"/api/oauth/clients/{id}/secret","repeatable":true},
    },
    consents: {
      list: {"method":"GET","path":"/api/oauth/consents","input":"query","list":{"items":"consents","by":"offset"}},
      withdraw: {"method":"DELETE","path":"/api/oauth/consents/{client_id}"},
    },
  },
  identity: {
    dids: {
      claim: {"method":"POST","path":"/api/reputation/did/claim","input":"body","repeatable":true},
      get: {"method":"GET","path":"/api/reputation/did/me"},
    },
    reputation: {
      get: {"method":"GET","path":"/api/reputation/agent/{did}/reputation"},
    },
    receipts: {
      list: {"method":"GET","path":"/api/reputation/receipts","input":"query","list":{"items":"receipts","by":"offset"}},
      submit: {"method":"POST","path":"/api/reputation/receipt","input":"body","repeatable":true},
    },
    credentials: {
      request: {"method":"POST","path":"/api/reputation/credential","input":"body","repeatable":true},
      get: {"method":"GET","path":"/api/reputation/credential/{id}"},
      list: {"method":"GET","path":"/api/reputation/credentials","input":"query","list":{"items":"credentials","by":"offset"}},
      verify: {"method":"POST","path":"/api/reputation/verify","input":"body","safe":true},
      revocations: {"method":"GET","path":"/api/reputation/revocation-list"},
    },
    badge: {"method":"GET","path":"/api/reputation/badge/{did}","answer":"blob"},
  },
  rates: {
    get: {"method":"GET","path":"/api/rates","input":"query"},
    convert: {"method":"GET","path":"/api/rates/convert","input":"query"},
    list: {"method":"POST","path":"/api/rates/batch","input":"body","safe":true},
  },
  webhooks: {
    logs: {"method":"GET","path":"/api/webhooks/logs","input":"query"},
    list: {"method":"GET","path":"/api/webhooks","input":"query","list":{"items":"logs","by":"offset"}},
    test: {"method":"POST","path":"/api/webhooks/test","input":"body","repeatable":true},
    redeliver: {"method":"POST","path":"/api/webhooks/deliveries/{id}/redeliver","repeatable":true},
    events: {"method":"GET","path":"/api/events","input":"query","list":{"items":"events","by":"after"}},
  },
  health: {
    live: {"method":"GET","path":"/health/live"},
    ready: {"method":"GET","path":"/health/ready"},
  },
} as const satisfies OperationTree
