// Written by `npm run docs` from the API description.

import type { CallOptions, ListCall, OperationTree } from '../operation.ts'
import type * as T from './types.ts'

/** Every operation of the API, under the name that the API description gives it. */
export interface Calls {
  accounts: {
    /**
     * Open a merchant account.
     *
     * E-mail addresses are compared case-insensitively. Also served at `/auth/register`.
     */
    register(input: NonNullable<T.AccountsRegisterData['body']>, options?: CallOptions): Promise<T.AccountsRegisterResponse>,
    /**
     * Sign in.
     *
     * An unknown account and a wrong password get the same answer, also when too many attempts have failed. Also served at `/auth/login`.
     */
    login(input: NonNullable<T.AccountsLoginData['body']>, options?: CallOptions): Promise<T.AccountsLoginResponse>,
    /**
     * Get the signed-in merchant.
     *
     * Takes a merchant’s token only. Also served at `/auth/me`.
     */
    me(options?: CallOptions): Promise<T.AccountsMeResponse>,
    sessions: {
      /**
       * List sessions.
       *
       * Sign-ins of the merchant that still open the account, newest first.
       */
      list: ListCall<[input?: NonNullable<T.AccountsSessionsListData['query']>, options?: CallOptions], T.AccountsSessionsListResponse, T.AccountsSessionsListResponse['sessions'][number]>,
      /**
       * Sign out.
       *
       * The token that asks opens nothing from the next request on.
       */
      end(options?: CallOptions): Promise<T.AccountsSessionsEndResponse>,
      /**
       * Sign out everywhere.
       *
       * No token of the merchant opens anything from the next request on, the one that asks included. API keys stay.
       */
      endAll(options?: CallOptions): Promise<T.AccountsSessionsEndAllResponse>,
    },
    recovery: {
      /**
       * Change the password.
       *
       * Every other session ends at once. Attempts with a wrong current password count like failed sign-ins.
       */
      changePassword(input: NonNullable<T.AccountsRecoveryChangePasswordData['body']>, options?: CallOptions): Promise<T.AccountsRecoveryChangePasswordResponse>,
      /**
       * Ask for a link that sets a new password.
       *
       * The answer is the same whether or not there is such an account. The link works once, for 24 hours.
       */
      askForReset(input: NonNullable<T.AccountsRecoveryAskForResetData['body']>, options?: CallOptions): Promise<T.AccountsRecoveryAskForResetResponse>,
      /**
       * Set a new password by a link.
       *
       * Ends every session, confirms the address, and opens an account that too many failed sign-ins have closed.
       */
      resetPassword(input: NonNullable<T.AccountsRecoveryResetPasswordData['body']>, options?: CallOptions): Promise<T.AccountsRecoveryResetPasswordResponse>,
      /**
       * Confirm an e-mail address by a link.
       *
       * The link was sent at registration; it works once, for 24 hours.
       */
      verifyEmail(input: NonNullable<T.AccountsRecoveryVerifyEmailData['body']>, options?: CallOptions): Promise<T.AccountsRecoveryVerifyEmailResponse>,
      /**
       * Ask for another link that confirms the address.
       *
       * Nothing is sent when the address is confirmed already.
       */
      askForVerification(options?: CallOptions): Promise<T.AccountsRecoveryAskForVerificationResponse>,
    },
  },
  businesses: {
    /**
     * Create a business.
     *
     * Answers with its first API key and its webhook secret; both are shown this once. The first one needs a merchant’s token. The key of a business that a key creates opens what that key opens. A merchant has at most 100 businesses: 400 `INVALID_STATE` beyond. Keys need the scope `businesses:write`.
     */
    create(input: NonNullable<T.BusinessesCreateData['body']>, options?: CallOptions): Promise<T.BusinessesCreateResponse>,
    /**
     * List businesses.
     *
     * Newest first. An API key sees its own business only. Keys need the scope `businesses:read`.
     */
    list: ListCall<[input?: NonNullable<T.BusinessesListData['query']>, options?: CallOptions], T.BusinessesListResponse, T.BusinessesListResponse['businesses'][number]>,
    /**
     * Get a business.
     *
     * Without secrets; of its newest API key only the beginning and the end. Keys need the scope `businesses:read`.
     */
    get(id: string, options?: CallOptions): Promise<T.BusinessesGetResponse>,
    /**
     * Change a business.
     *
     * What is absent stays. Wallets are merged by chain, and an empty text removes one; existing payments keep theirs. Keys need the scope `businesses:write`.
     */
    update(id: string, input?: NonNullable<T.BusinessesUpdateData['body']>, options?: CallOptions): Promise<T.BusinessesUpdateResponse>,
    /**
     * Rotate the webhook secret.
     *
     * The new secret signs from the next attempt on and is shown this once; `webhook-signature` lists a signature with the former one too, for 24 hours. Keys need the scope `businesses:write`.
     */
    rotateWebhookSecret(id: string, input?: NonNullable<T.BusinessesRotateWebhookSecretData['body']>, options?: CallOptions): Promise<T.BusinessesRotateWebhookSecretResponse>,
    /**
     * List categories.
     *
     * Slugs never change. A business may also name one that is not listed. Keys need the scope `businesses:read`.
     */
    categories(options?: CallOptions): Promise<T.BusinessesCategoriesResponse>,
    keys: {
      /**
       * Create an API key.
       *
       * Its text is shown this once. A key creates only keys within its own scopes that end no later than it does, and a test key only test keys; they are revoked with it. At most 50 keys of a business may be active: 400 `INVALID_STATE` beyond. Keys need the scope `businesses:write`.
       */
      create(id: string, input?: NonNullable<T.BusinessesKeysCreateData['body']>, options?: CallOptions): Promise<T.BusinessesKeysCreateResponse>,
      /**
       * List API keys.
       *
       * Newest first, ended ones too, without their texts. A test key sees test keys only. Keys need the scope `businesses:read`.
       */
      list: ListCall<[id: string, input?: NonNullable<T.BusinessesKeysListData['query']>, options?: CallOptions], T.BusinessesKeysListResponse, T.BusinessesKeysListResponse['keys'][number]>,
      /**
       * Revoke an API key.
       *
       * It opens nothing from the next request on, nor does any key that was created with it. A key that is revoked again stays revoked since the first time. Keys need the scope `businesses:write`.
       */
      revoke(id: string, keyId: string, options?: CallOptions): Promise<T.BusinessesKeysRevokeResponse>,
    },
  },
  payments: {
    /**
     * Create a payment.
     *
     * Reserves an address of its own and quotes the amount to send. Wallet address, fee and rate are frozen on the payment. `redirect_url` may stand for `success_url`. A failed creation consumes no quota. Test keys create no payments yet: 501 `NOT_IMPLEMENTED`. Keys need the scope `payments:write`.
     */
    create(input: NonNullable<T.PaymentsCreateData['body']>, options?: CallOptions): Promise<T.PaymentsCreateResponse>,
    /**
     * List payments.
     *
     * Newest first. Without `business_id` those of the key’s business, or of all businesses of the merchant. `qr_code` is null unless `include=qr_code` asks for the images. Keys need the scope `payments:read`.
     */
    list: ListCall<[input?: NonNullable<T.PaymentsListData['query']>, options?: CallOptions], T.PaymentsListResponse, T.PaymentsListResponse['payments'][number]>,
    /**
     * Get a payment.
     *
     * The full view, read from the database alone and never behind the webhooks. Keys need the scope `payments:read`.
     */
    get(id: string, options?: CallOptions): Promise<T.PaymentsGetResponse>,
    /**
     * List what payments can be asked in.
     *
     * Every coin there is, whether it can be accepted now, and whether the business has a wallet for it. Keys need the scope `payments:read`.
     */
    tokens(input?: NonNullable<T.PaymentsTokensData['query']>, options?: CallOptions): Promise<T.PaymentsTokensResponse>,
    /**
     * View a payment as its customer.
     *
     * What a checkout page needs: never metadata, fees, wallet addresses or ids of other objects.
     */
    view(id: string, options?: CallOptions): Promise<T.PaymentsViewResponse>,
    /**
     * Get the QR image of a payment.
     *
     * The payment URI, or the plain address where wallets misread token URIs. The same bytes for the life of the payment.
     */
    qr(id: string, options?: CallOptions): Promise<Blob>,
  },
  rates: {
    /**
     * Get a rate.
     *
     * What one coin costs, before the spread of a business. With `amount` also that fiat amount in the coin; with `coins=BTC,ETH` the rates of several. While no current rate is known the last good one is shown with `stale`, for ten minutes; it prices no payment.
     */
    get(input?: NonNullable<T.RatesGetData['query']>, options?: CallOptions): Promise<T.RatesGetResponse>,
    /**
     * Convert a fiat amount.
     *
     * What a fiat amount is in a coin. The amount of a payment is rounded up instead, and made with the spread of its business.
     */
    convert(input: NonNullable<T.RatesConvertData['query']>, options?: CallOptions): Promise<T.RatesConvertResponse>,
    /**
     * Get several rates.
     *
     * The answer spells coins as the request does. Unknown ones are listed in `unavailable`; they are no error.
     */
    list(input: NonNullable<T.RatesListData['body']>, options?: CallOptions): Promise<T.RatesListResponse>,
  },
  webhooks: {
    /**
     * List webhook deliveries as a plain list.
     *
     * The last 30 days, newest first, test deliveries among them. The answer is the list itself. `count` may stand for `limit`. Keys need the scope `webhooks:read`.
     */
    logs(input?: NonNullable<T.WebhooksLogsData['query']>, options?: CallOptions): Promise<T.WebhooksLogsResponse>,
    /**
     * List webhook deliveries.
     *
     * The last 30 days, newest first, test deliveries among them; of one payment, or of one status, where asked for. Keys need the scope `webhooks:read`.
     */
    list: ListCall<[input?: NonNullable<T.WebhooksListData['query']>, options?: CallOptions], T.WebhooksListResponse, T.WebhooksListResponse['logs'][number]>,
    /**
     * Try a receiver out.
     *
     * Sends one sample of an event to the webhook URL and tells how the receiver answered, within ten seconds. It is marked `test`, is not retried, and stands in no feed. `event` or `type` may stand for `event_type`. Keys need the scope `webhooks:write`.
     */
    test(input?: NonNullable<T.WebhooksTestData['body']>, options?: CallOptions): Promise<T.WebhooksTestResponse>,
    /**
     * Send a webhook again.
     *
     * One attempt now, or when a receiver that keeps failing is tried next. Then the usual schedule: from its beginning for a delivery that had ended, from where it stood for one that was waiting. The id and the body are those of before. `id` may be that of the event. Keys need the scope `webhooks:write`.
     */
    redeliver(id: string, options?: CallOptions): Promise<T.WebhooksRedeliverResponse>,
    /**
     * Read the feed of events.
     *
     * Every event of the business in the last 30 days, subscribed or not, oldest first and without gaps: whoever goes on from `next_cursor` misses none. It leads past events that `types` leaves out. Keys need the scope `webhooks:read`.
     */
    events: ListCall<[input?: NonNullable<T.WebhooksEventsData['query']>, options?: CallOptions], T.WebhooksEventsResponse, T.WebhooksEventsResponse['events'][number]>,
  },
  health: {
    /**
     * See whether the process runs.
     *
     * Touches no dependency.
     */
    live(options?: CallOptions): Promise<T.HealthLiveResponse>,
    /**
     * See whether everything works together.
     *
     * Names the part that is missing, and how far each chain has been read.
     */
    ready(options?: CallOptions): Promise<T.HealthReadyResponse>,
  },
}

/** How each operation is sent. */
export const operations = {
  accounts: {
    register: {"method":"POST","path":"/api/auth/register","input":"body"},
    login: {"method":"POST","path":"/api/auth/login","input":"body"},
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
    qr: {"method":"GET","path":"/api/payments/{id}/qr","answer":"blob"},
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
