/** The ids of the owner's objects. */
export interface Owned {
  readonly businessId: string
  readonly paymentId: string
  readonly keyId: string
  readonly deliveryId: string
  readonly seriesId: string
  readonly cardPaymentId: string
  readonly cardEscrowId: string
  readonly cardDisputeId: string
}

/** A call of an operation on an object of the owner. */
export interface Fixture {
  /** The path parameters. */
  readonly path?: (owned: Owned) => Readonly<Record<string, string>>
  readonly body?: (owned: Owned) => Readonly<Record<string, unknown>>
  /** Member of the body or the query that can name a business. */
  readonly names?: 'business_id'
  /** It reaches only objects of its credential's mode. */
  readonly isOfOneMode?: true
}

const payment: Fixture = { path: ({ paymentId }) => ({ id: paymentId }), isOfOneMode: true }
const business: Fixture = { path: ({ businessId }) => ({ id: businessId }) }
const creation: Fixture = { body: () => ({ amount: 20, blockchain: 'ETH' }), names: 'business_id' }
const change: Fixture = { ...business, body: () => ({ name: 'Taken over', webhook_url: 'https://evil.example/hook' }) }
const series: Fixture = { path: ({ seriesId }) => ({ id: seriesId }), isOfOneMode: true }
const seriesChange: Fixture = { ...series, body: () => ({ status: 'paused' }) }
const seriesTerms = {
  payment_method: 'crypto',
  customer_email: 'lena@hoffmann.example',
  amount: 25,
  currency: 'USD',
  interval: 'monthly',
  coin: 'BTC',
  beneficiary_address: 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080',
  depositor_address: 'bcrt1qq5zs2pg9q5zs2pg9q5zs2pg9q5zs2pg9ajutfp',
}
const tokens: Fixture = { names: 'business_id' }

/** By operation id; a missing operation with a credential fails the test. */
export const fixtures: Readonly<Record<string, Fixture>> = {
  accounts_me: {},
  accounts_sessions_list: {},
  accounts_sessions_end: {},
  accounts_sessions_endAll: {},
  accounts_sessions_endAll_2: {},
  accounts_recovery_changePassword: { body: () => ({ current_password: 'not the right one', new_password: 'another long sentence' }) },
  accounts_recovery_askForVerification: {},
  businesses_create: { body: () => ({ name: 'Another shop' }) },
  businesses_list: {},
  businesses_get: business,
  businesses_update: change,
  businesses_update_2: change,
  businesses_rotateWebhookSecret: business,
  businesses_categories: {},
  businesses_keys_create: { ...business, body: () => ({ name: 'Back door' }) },
  businesses_keys_list: business,
  businesses_keys_revoke: { path: ({ businessId, keyId }) => ({ id: businessId, key_id: keyId }) },
  payments_create: creation,
  payments_create_2: creation,
  cards_create: { body: () => ({ amount: 2_500 }), names: 'business_id' },
  cards_create_2: { body: () => ({ amount: 2_500 }), names: 'business_id' },
  cards_get: { path: ({ cardPaymentId }) => ({ id: cardPaymentId }), isOfOneMode: true },
  cards_list: { names: 'business_id' },
  cards_refund: { body: ({ cardPaymentId }) => ({ payment_id: cardPaymentId }), isOfOneMode: true },
  cards_refund_2: { body: ({ cardPaymentId }) => ({ payment_id: cardPaymentId }), isOfOneMode: true },
  cards_escrows_release: { body: ({ cardEscrowId }) => ({ escrow_id: cardEscrowId }), isOfOneMode: true },
  cards_escrows_get: { path: ({ cardEscrowId }) => ({ id: cardEscrowId }), isOfOneMode: true },
  cards_escrows_list: { names: 'business_id' },
  cards_transactions_get: { path: ({ cardPaymentId }) => ({ id: cardPaymentId }), isOfOneMode: true },
  cards_transactions_list: { names: 'business_id' },
  cards_disputes_get: { path: ({ cardDisputeId }) => ({ id: cardDisputeId }), isOfOneMode: true },
  cards_disputes_list: { names: 'business_id' },
  cards_disputes_evidence: { path: ({ cardDisputeId }) => ({ id: cardDisputeId }), isOfOneMode: true },
  cards_disputes_accept: { path: ({ cardDisputeId }) => ({ id: cardDisputeId }), isOfOneMode: true },
  cards_payouts_list: { names: 'business_id' },
  cards_accounts_onboard: { body: () => ({ country: 'DE' }), names: 'business_id' },
  cards_accounts_status: { path: ({ businessId }) => ({ business_id: businessId }) },
  cards_accounts_methods: business,
  payments_list: { names: 'business_id' },
  payments_get: payment,
  payments_tokens: tokens,
  payments_tokens_2: tokens,
  series_create: { body: () => seriesTerms, names: 'business_id' },
  series_list: { names: 'business_id' },
  series_get: series,
  series_update: seriesChange,
  series_update_2: seriesChange,
  series_cancel: series,
  series_cancel_2: series,
  webhooks_logs: { names: 'business_id' },
  webhooks_list: { names: 'business_id' },
  webhooks_test: { names: 'business_id' },
  webhooks_test_2: business,
  webhooks_redeliver: { path: ({ deliveryId }) => ({ id: deliveryId }), isOfOneMode: true },
  webhooks_events: { names: 'business_id' },
}
