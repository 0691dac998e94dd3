import type * as T from '@gateway/client'
import { expect } from 'vitest'

/** A matcher for a value that only the gateway knows, typed as the member it stands for. */
const text = (pattern: RegExp) => expect.stringMatching(pattern) as string

export const anId = text(/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
export const aTime = text(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
const anEventId = text(/^evt_[0-9a-f]{32}$/)
const anApiKey = (mode: 'live' | 'test') => text(new RegExp(`^gw_${mode}_[0-9a-z]{12}_[\\w-]{43}_[0-9A-Za-z]{6}$`))
export const aWebhookSecret = text(/^whsec_[0-9A-Za-z+/]{43}=$/)
const aDuration = expect.any(Number) as number

const A_MINUTE_MS = 60_000

/** Checks that a time is within the last minute, and returns it. */
export function justNow(time: string | null | undefined): string {
  expect(time).toEqual(aTime)
  const moment = time ?? ''
  expect(Math.abs(Date.now() - Date.parse(moment))).toBeLessThan(A_MINUTE_MS)
  return moment
}

/** The time so many seconds after another, in the format of responses. */
export const later = (time: string, seconds: number): string => new Date(Date.parse(time) + seconds * 1_000).toISOString()

/** A newly registered merchant, with its known members. */
export const aMerchant = (known: Partial<T.Merchant>): T.Merchant => ({
  id: anId,
  email: '',
  name: null,
  email_verified: false,
  created_at: aTime,
  ...known,
})

/** A business with only a name, and its known members. */
export function aBusiness({ wallets = {}, url = null, ...known }: Known<T.Business>): T.Business {
  return {
    id: anId,
    name: '',
    webhookUrl: url,
    webhook_url: url,
    walletAddresses: wallets,
    wallet_addresses: wallets,
    former_wallets: {},
    category: null,
    description: null,
    webhook_events: [],
    plan: 'starter',
    statement_descriptor: null,
    time_zone: 'UTC',
    spread_percent: 0,
    tolerance_percent: 0,
    payment_window_seconds: 900,
    tax_profile: null,
    created_at: aTime,
    updated_at: aTime,
    livemode: true,
    ...known,
  }
}

type Known<Resource> = Partial<Resource> & { readonly wallets?: Readonly<Record<string, string>>; readonly url?: string | null }

/** The secrets of a new business, shown once; the API key appears twice. */
export const secretsOf = ({ api_key: key }: Pick<T.CreatedBusiness, 'api_key'>) => ({
  apiKey: key,
  api_key: anApiKey('live'),
  webhook_secret: aWebhookSecret,
})

/** An API key that has never been used, by its text. */
export function aKey(apiKey: string, known: Partial<T.ApiKey> = {}): T.ApiKey {
  const mode = known.mode ?? 'live'
  expect(apiKey).toEqual(anApiKey(mode))
  const prefix = apiKey.slice(0, 'gw_live_'.length + 12)
  return {
    id: prefix.slice('gw_live_'.length),
    name: null,
    prefix,
    last4: apiKey.slice(-4),
    scopes: ['*'],
    mode,
    created_at: aTime,
    created_by: expect.stringMatching(/^(merchant|key):/) as string,
    last_used_at: null,
    expires_at: null,
    revoked_at: null,
    ...known,
  }
}

const NOTHING_YET = {
  status: 'pending',
  detected_at: null,
  confirmed_at: null,
  forwarded_at: null,
  amount_received: '0',
  amount_refunded: '0',
  exceptions: [],
  confirmations: 0,
  tx_hash: null,
  forward_tx_hash: null,
  platform_tx_hash: null,
  fee_amount: null,
  merchant_amount: null,
  network_fee: null,
  resolution: null,
} as const satisfies Partial<T.Payment>

/** The input of a payment, and its price in the asset. */
interface Asked extends Pick<T.Payment, 'business_id' | 'blockchain' | 'amount' | 'crypto_amount' | 'payment_uri'> {
  readonly confirmations_required: number
  readonly description?: string
  readonly metadata?: Readonly<Record<string, unknown>>
}

const aPage = text(/^http:\/\/127\.0\.0\.1:\d+\/pay\/[0-9a-f-]{36}$/)

/** A new payment in US dollars with a window of 15 minutes. */
export function aNewPayment({ created_at: at, rate }: Pick<T.Payment, 'created_at' | 'rate'>, asked: Asked, price: number): T.Payment {
  return {
    ...NOTHING_YET,
    description: null,
    metadata: {},
    ...asked,
    exceptions: [],
    deposits: [],
    payouts: [],
    checkout_url: aPage,
    pay_url: aPage,
    id: anId,
    payment_address: text(/^(?:0x[0-9a-fA-F]{40}|bcrt1q[0-9a-z]{38})$/),
    amount_crypto: asked.crypto_amount,
    amount_due: asked.crypto_amount,
    amount_usd: asked.amount,
    currency: 'USD',
    created_at: justNow(at),
    updated_at: at,
    expires_at: later(at, 900),
    qr_code: text(/^data:image\/png;base64,iVBORw0KGgo/),
    rate: { id: anId, crypto: asked.blockchain, fiat: 'USD', price, spread_percent: 0, sources: ['static'], as_of: justNow(rate.as_of) },
    success_url: null,
    cancel_url: null,
    livemode: true,
  }
}

/** An asset that a shop accepts. */
export const aToken = (symbol: string, known: Pick<T.Token, 'ticker' | 'chain' | 'name' | 'decimals'>): T.Token => ({
  code: symbol.toLowerCase(),
  symbol,
  ...known,
  is_active: true,
  has_wallet: true,
  wallet_source: 'business',
})

/** A webhook about a payment, delivered at the first attempt. */
export const aLog = (event: T.FeedEvent['type'], paymentId: string): T.WebhookLog => ({
  id: anId,
  event_id: anEventId,
  event,
  event_type: event,
  status: 'delivered',
  statusCode: 200,
  status_code: 200,
  attempt: 1,
  attempts: 1,
  payment_id: paymentId,
  test: false,
  duration_ms: aDuration,
  created_at: aTime,
  next_attempt_at: null,
})

/** A successful webhook test. */
export const aWebhookTest = (event: T.FeedEvent['type']) => ({
  success: true,
  statusCode: 200,
  status_code: 200,
  event,
  delivery_id: anId,
  duration_ms: aDuration,
  message: 'The receiver answered 200',
})

/** The first event of a business, business.created. */
export const aBirth = (business: T.Business): Omit<T.FeedEvent, 'data'> & { readonly data: unknown } => ({
  id: anEventId,
  type: 'business.created',
  event_type: 'business.created',
  business_id: business.id,
  created_at: aTime,
  sequence: 1,
  api_version: '2026-10-01',
  livemode: true,
  data: { ...business, business },
})
