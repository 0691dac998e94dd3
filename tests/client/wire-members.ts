import type * as T from '@gateway/client'
import { expect } from 'vitest'

/** Members of response objects, copied from the contract: the generated types must have all of them. */
const merchant = ['id', 'email', 'name', 'created_at'] as const satisfies readonly (keyof T.Merchant)[]

const business = [
  ...(['id', 'name', 'webhookUrl', 'webhook_url', 'walletAddresses', 'wallet_addresses', 'category', 'description'] as const),
  ...(['webhook_events', 'plan', 'created_at', 'updated_at', 'livemode'] as const),
] as const satisfies readonly (keyof T.Business)[]

const key = [
  ...(['id', 'name', 'prefix', 'last4', 'scopes', 'mode', 'created_at', 'created_by', 'last_used_at'] as const),
  ...(['expires_at', 'revoked_at'] as const),
] as const satisfies readonly (keyof T.ApiKey)[]

const payable = [
  ...(['id', 'payment_address', 'crypto_amount', 'blockchain', 'status', 'expires_at', 'qr_code', 'payment_uri', 'amount'] as const),
  ...(['currency', 'description', 'amount_received', 'amount_due', 'exceptions', 'confirmations', 'confirmations_required'] as const),
  ...(['tx_hash', 'success_url', 'cancel_url', 'livemode'] as const),
] as const satisfies readonly (keyof T.Payment & keyof T.PublicPayment)[]

const payment = [
  ...payable,
  ...(['business_id', 'amount_crypto', 'created_at', 'updated_at', 'detected_at', 'confirmed_at', 'forwarded_at'] as const),
  ...(['amount_usd', 'amount_refunded', 'forward_tx_hash', 'platform_tx_hash', 'fee_amount', 'merchant_amount'] as const),
  ...(['network_fee', 'rate', 'metadata'] as const),
] as const satisfies readonly (keyof T.Payment)[]

const rate = ['id', 'crypto', 'fiat', 'price', 'spread_percent', 'sources', 'as_of'] as const satisfies readonly (keyof T.Rate)[]

const token = [
  ...(['code', 'symbol', 'ticker', 'chain', 'name', 'decimals', 'is_active', 'has_wallet', 'wallet_source'] as const),
] as const satisfies readonly (keyof T.Token)[]

const shownRate = [
  ...(['success', 'crypto', 'coin', 'fiat', 'price', 'rate', 'timestamp', 'sources', 'stale'] as const),
] as const satisfies readonly (keyof Extract<T.RatesGetResponse, { price: unknown }>)[]

const log = [
  ...(['id', 'event_id', 'event', 'event_type', 'status', 'statusCode', 'status_code', 'attempt', 'attempts'] as const),
  ...(['payment_id', 'test', 'duration_ms', 'created_at', 'next_attempt_at'] as const),
] as const satisfies readonly (keyof T.WebhooksLogsResponse[number])[]

const event = [
  ...(['id', 'type', 'event_type', 'business_id', 'created_at', 'sequence', 'api_version', 'livemode', 'data'] as const),
] as const satisfies readonly (keyof T.FeedEvent)[]

const escrow = [
  ...([
    'contract',
    'id',
    'chain',
    'escrow_address',
    'amount',
    'amount_exact',
    'amount_usd',
    'fee_amount',
    'deposited_amount',
    'status',
  ] as const),
  ...(['depositor_address', 'beneficiary_address', 'arbiter_address', 'metadata', 'deposit_tx_hash', 'settlement_tx_hash'] as const),
  ...(['dispute_reason', 'dispute_resolution', 'business_id', 'created_at', 'expires_at', 'funded_at', 'released_at'] as const),
  ...(['settled_at', 'disputed_at', 'refunded_at', 'livemode'] as const),
] as const

const series = [
  ...(['id', 'business_id', 'payment_method', 'customer_email', 'description', 'amount', 'amount_unit', 'currency', 'coin'] as const),
  ...(['interval', 'max_periods', 'periods_completed', 'status', 'next_charge_at', 'beneficiary_address', 'depositor_address'] as const),
  ...(['processor_account_id', 'stripe_account_id', 'created_at', 'updated_at', 'livemode'] as const),
] as const

const cardPayment = [
  ...(['id', 'business_id', 'amount', 'currency', 'description', 'metadata', 'status', 'escrow_mode', 'escrow_id'] as const),
  ...(['escrow_status', 'checkout_url', 'checkout_session_id', 'transaction_id', 'processor_payment_intent_id'] as const),
  ...(['payment_intent_id', 'stripe_payment_intent_id', 'platform_fee_amount', 'merchant_amount', 'amount_refunded'] as const),
  ...(['created_at', 'updated_at', 'livemode'] as const),
] as const satisfies readonly (keyof T.CardPayment)[]

const cardEscrow = [
  ...(['id', 'payment_id', 'business_id', 'amount', 'currency', 'status', 'escrow_status', 'amount_refunded'] as const),
  ...(['amount_transferred', 'transfer_id', 'refund_at', 'released_at', 'created_at', 'livemode'] as const),
] as const satisfies readonly (keyof T.CardEscrow)[]

const cardAccount = [
  ...(['onboarding_complete', 'charges_enabled', 'payouts_enabled', 'details_submitted', 'requirements_due'] as const),
  ...(['requirements_deadline', 'disabled_reason', 'processor_account_id', 'stripe_account_id', 'as_of'] as const),
] as const satisfies readonly (keyof T.CardAccount)[]

const cardDispute = [
  ...(['id', 'payment_id', 'business_id', 'processor_dispute_id', 'status', 'processor_status', 'reason', 'amount'] as const),
  ...(['currency', 'evidence_due_at', 'has_evidence', 'submission_count', 'can_respond'] as const),
  ...(['created_at', 'updated_at', 'livemode'] as const),
] as const satisfies readonly (keyof T.CardDispute)[]

const cardPayout = [
  ...(['id', 'business_id', 'processor_payout_id', 'amount', 'currency', 'status', 'arrives_at', 'failure_code'] as const),
  ...(['created_at', 'livemode'] as const),
] as const satisfies readonly (keyof T.CardPayout)[]

const cardTransaction = [
  ...(['id', 'payment_id', 'business_id', 'type', 'amount', 'currency', 'status', 'escrow_id', 'escrow_status'] as const),
  ...(['created_at', 'livemode'] as const),
] as const satisfies readonly (keyof T.CardTransaction)[]

const oauthClient = [
  ...(['id', 'client_id', 'name', 'description', 'redirect_uris', 'scopes', 'created_at'] as const),
] as const satisfies readonly (keyof T.OauthClient)[]

const credential = [
  ...(['id', 'agent_did', 'credential_type', 'issuer', 'issued_at', 'expires_at', 'revoked', 'data', 'proof'] as const),
] as const satisfies readonly (keyof T.Credential)[]

const lightningNode = [
  ...(['id', 'wallet_id', 'business_id', 'status', 'lightning_address', 'balance_sats', 'created_at', 'livemode'] as const),
] as const satisfies readonly (keyof T.LightningNode)[]

const invoice = [
  ...(['id', 'invoice_number', 'invoiceNumber', 'business_id', 'client_id', 'currency', 'amount', 'crypto_currency'] as const),
  ...(['crypto_amount', 'status', 'due_date', 'notes', 'wallet_id', 'merchant_wallet_address', 'payment_address', 'pay_url'] as const),
  ...(['stripe_checkout_url', 'processor_checkout_url', 'paid_at', 'sent_at', 'created_at', 'updated_at', 'livemode'] as const),
  ...(['items', 'tax_total', 'issue_date', 'service_date', 'language', 'tax_exemption_reason', 'buyer_reference', 'client'] as const),
  ...(['amount_paid', 'amount_due', 'pdf_url', 'viewed_at', 'credit_notes', 'reminders'] as const),
] as const satisfies readonly (keyof T.Invoice)[]

const client = [
  ...(['id', 'business_id', 'name', 'email', 'language', 'address', 'tax_id', 'created_at', 'updated_at', 'livemode'] as const),
] as const satisfies readonly (keyof T.BusinessClient)[]

const invoiceRefund = [
  ...(['id', 'invoice_id', 'amount', 'currency', 'blockchain', 'amount_crypto', 'amount_paid', 'address', 'status'] as const),
  ...(['refund_url', 'pay_url', 'tx_hashes', 'reason', 'payable_from', 'expires_at', 'created_at'] as const),
] as const satisfies readonly (keyof T.InvoiceRefund)[]

const paymentRefund = [
  ...(['id', 'payment_id', 'paid_by', 'amount', 'currency', 'rate', 'blockchain', 'amount_crypto', 'amount_paid', 'address'] as const),
  ...(['status', 'refund_url', 'pay_url', 'tx_hashes', 'transfers', 'named_transactions', 'reason', 'payable_from'] as const),
  ...(['expires_at', 'created_at'] as const),
] as const satisfies readonly (keyof T.PaymentRefund)[]

const creditNote = [
  ...(['id', 'credit_note_number', 'business_id', 'invoice_id', 'amount', 'currency', 'items', 'reason', 'issue_date'] as const),
] as const satisfies readonly (keyof T.CreditNote)[]

/** Members by object. */
const wireMembers = {
  merchant,
  signedIn: ['success', 'token', 'expires_in', 'merchant'],
  session: ['id', 'created_at', 'expires_at', 'current'],
  business,
  createdBusiness: [...business, 'apiKey', 'api_key', 'webhook_secret'],
  businessDetail: [...business, 'api_key_prefix', 'api_key_last4'],
  category: ['slug', 'label', 'group', 'baseRisk'],
  key,
  createdKey: [...key, 'apiKey', 'api_key'],
  payment,
  publicPayment: [...payable, 'business_name'],
  rate,
  usage: ['current', 'limit', 'remaining'],
  token,
  shownRate,
  conversion: [...shownRate, 'amount', 'cryptoAmount', 'crypto_amount'],
  rates: ['success', 'fiat', 'rates', 'unavailable', 'timestamp'],
  log,
  delivery: [...log, 'success'],
  webhookTest: ['success', 'statusCode', 'status_code', 'event', 'delivery_id', 'duration_ms', 'message'],
  event,
  series,
  invoice,
  credential,
  lightningNode,
  client,
  creditNote,
  invoiceRefund,
  paymentRefund,
  escrow,
  cardPayment,
  cardEscrow,
  cardAccount,
  cardDispute,
  cardPayout,
  cardTransaction,
  cardRefund: ['success', 'refund_id', 'status', 'amount_refunded', 'total_refunded', 'escrow_status'],
  cardRelease: ['success', 'transfer_id', 'amount_transferred', 'escrow_id', 'escrow_status'],
  oauthClient,
  createdOauthClient: [...oauthClient, 'client_secret'],
  oauthConsent: ['client_id', 'name', 'scopes', 'granted_at', 'last_used_at'],
  createdEscrow: [...escrow, 'release_token', 'beneficiary_token', 'escrowAddress', 'releaseToken', 'beneficiaryToken'],
} as const satisfies Readonly<Record<string, readonly string[]>>

type Noun = keyof typeof wireMembers

/** Checks that an object has every member of the contract, also those without a value. */
export function expectMembers(found: object | undefined, noun: Noun): void {
  expect(Object.keys(found ?? {})).toEqual(expect.arrayContaining([...wireMembers[noun]]))
}

/** Checks that a response has its resource twice and whole: flat, and under its name. */
export function expectTwice(answer: object, name: string, noun: Noun): void {
  const resource = Object(Reflect.get(answer, name)) as object
  expectMembers(resource, noun)
  expect(answer).toEqual({ ...answer, ...resource, success: true })
}

/** Checks that a response is a page of a list with `total` rows. */
export function expectPage(answer: object, name: string, { noun, total, limit = 50 }: { noun: Noun; total: number; limit?: number }): void {
  const rows: unknown = Reflect.get(answer, name)
  if (!Array.isArray(rows)) return expect.fail(`the page has no ${name}`)
  const page = { limit, offset: 0, total }
  expect(answer).toEqual({ success: true, [name]: rows, ...page, pagination: { ...page, has_more: total > limit } })
  expect(rows).toHaveLength(Math.min(total, limit))
  rows.forEach((row: object) => expectMembers(row, noun))
}
