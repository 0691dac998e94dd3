import { MERCHANT_ID } from './account-answers.ts'
import { type Answers, ago } from './answers.ts'
import { BUSINESS_ID } from './business-answers.ts'
import { PAYMENT_ID } from './payment-answers.ts'

type Key = Answers['businesses.keys.list']['keys'][number]
type DeliveryRow = Answers['webhooks.portal.deliveries']['deliveries'][number]
type Event = Answers['webhooks.events']['events'][number]

const DAY = 24 * 60

const key = (id: string, more: Partial<Key>): Key => ({
  id,
  name: 'Shop',
  prefix: `gw_live_${id}`,
  last4: 'h7Qd',
  scopes: ['*'],
  mode: 'live',
  created_at: ago(90 * DAY),
  created_by: `merchant:${MERCHANT_ID}`,
  last_used_at: ago(2),
  expires_at: null,
  revoked_at: null,
  ...more,
})

const delivery = (minutes: number, event: DeliveryRow['event'], more: Partial<DeliveryRow>): DeliveryRow => ({
  id: `d${minutes}`,
  event_id: `evt_01K7XQ8V2M5N9R3T6W0Y4Z${minutes}`,
  event,
  event_type: event,
  status: 'delivered',
  statusCode: 200,
  status_code: 200,
  attempt: 1,
  attempts: 1,
  payment_id: PAYMENT_ID,
  test: false,
  duration_ms: 84,
  created_at: ago(minutes),
  next_attempt_at: null,
  success: true,
  ...more,
})

const tried = delivery(21, 'payment.completed', {
  status: 'pending',
  status_code: 503,
  statusCode: 503,
  attempts: 4,
  attempt: 4,
  next_attempt_at: ago(-120),
  duration_ms: 1_200,
  success: false,
})

const event = (minutes: number, sequence: number, type: Event['type']): Event => ({
  id: `evt_01K7XQ8V2M5N9R3T6W0Y4Z${minutes}`,
  type,
  event_type: type,
  payment_id: PAYMENT_ID,
  business_id: BUSINESS_ID,
  created_at: ago(minutes),
  sequence,
  api_version: '2026-10-01',
  livemode: true,
  data: { status: 'confirmed', amount: 149, currency: 'EUR' },
})

/** Keys, webhooks and events. */
export const developerAnswers = {
  'businesses.keys.list': {
    keys: [
      key('4f0c9a1b7e22', {}),
      key('81d2c7e4a905', {
        name: 'Bookkeeping export',
        last4: '2mPx',
        scopes: ['payments:read', 'invoices:read'],
        last_used_at: ago(DAY),
        expires_at: '2026-12-31T23:00:00.000Z',
      }),
      key('c3b7f9e01d44', {
        name: 'Pop-up store till',
        last4: 'Z9ka',
        scopes: ['payments:write'],
        last_used_at: null,
        expires_at: ago(-3 * DAY),
      }),
      key('0a9e8d7c6b5f', { name: null, last4: 'c04T', last_used_at: ago(42 * DAY), revoked_at: ago(40 * DAY) }),
    ],
    total: 4,
    limit: 100,
    offset: 0,
  },
  'businesses.keys.create': {
    key: {
      ...key('e5d4c3b2a190', { name: 'Web shop', last_used_at: null }),
      apiKey: 'gw_live_e5d4c3b2a190_m3Vq8ZtR1yKx5LwPn0BdQf7UaHc2Sj6E',
      api_key: 'gw_live_e5d4c3b2a190_m3Vq8ZtR1yKx5LwPn0BdQf7UaHc2Sj6E',
    },
  },
  'webhooks.portal.endpoint': {
    url: 'https://shop.kestrel.example/hooks/gateway',
    events: ['payment.forwarded'],
    health: 'healthy',
    circuit: 'closed',
    failures: 0,
    failing_since: null,
    disabled_at: null,
    next_attempt_at: null,
    previous_secret_until: null,
    last_success: { delivery_id: 'd30', delivered_at: ago(30), status_code: 200, problem: null },
    last_failure: null,
    waiting: 0,
  },
  'webhooks.portal.deliveries': {
    deliveries: [
      delivery(5, 'payment.created', {
        status: 'pending',
        status_code: null,
        statusCode: null,
        attempts: 0,
        attempt: 0,
        next_attempt_at: ago(-16),
        success: false,
      }),
      tried,
      delivery(30, 'payment.forwarded', {}),
      delivery(51, 'payment.completed', {}),
      delivery(2 * DAY, 'payment.expired', {
        status: 'failed',
        status_code: null,
        statusCode: null,
        attempts: 14,
        attempt: 14,
        success: false,
      }),
      delivery(3 * DAY, 'payment.created', { test: true, payment_id: null }),
    ],
    next_cursor: 'more',
  },
  'webhooks.portal.delivery': {
    delivery: tried,
    payload: { ...event(21, 4, 'payment.completed') },
    problem: 'bad_status',
    delivered_at: null,
  },
  'webhooks.events': {
    events: [
      event(75, 1, 'payment.created'),
      event(72, 2, 'payment.confirming'),
      event(51, 3, 'payment.completed'),
      event(30, 5, 'payment.forwarded'),
    ],
    next_cursor: 'evt_01K7XQ8V2M5N9R3T6W0Y4Z30',
    has_more: true,
  },
} as const satisfies Partial<Answers>

/** A receiver that does not answer. */
export const failingEndpoint: Answers['webhooks.portal.endpoint'] = {
  ...developerAnswers['webhooks.portal.endpoint'],
  events: [...developerAnswers['webhooks.portal.endpoint'].events],
  health: 'down',
  circuit: 'open',
  failures: 14,
  failing_since: ago(36),
  next_attempt_at: ago(-16),
  last_failure: { delivery_id: 'd21', delivered_at: null, status_code: 503, problem: 'bad_status' },
  waiting: 3,
}

/** Nothing set up yet. */
export const noDevelopers = {
  'businesses.keys.list': { keys: [], total: 0, limit: 100, offset: 0 },
  'webhooks.portal.endpoint': {
    ...failingEndpoint,
    url: null,
    events: [],
    health: 'not_set',
    circuit: 'closed',
    failures: 0,
    failing_since: null,
    next_attempt_at: null,
    last_success: null,
    last_failure: null,
    waiting: 0,
  },
  'webhooks.portal.deliveries': { deliveries: [], next_cursor: null },
  'webhooks.events': { events: [], next_cursor: null, has_more: false },
  'businesses.portal.audit': { entries: [], next_cursor: null },
} as const satisfies Partial<Answers>

const source = (name: string, more: Partial<Answers['rates.portal.sources']['sources'][number]> = {}) => ({
  name,
  health: 'healthy' as const,
  used: true,
  asked_at: ago(0),
  answered_at: ago(0),
  age_seconds: 4,
  unchanged_since: null,
  rests_until: null,
  failures: 0,
  problem: null,
  ...more,
})

const rate = (coin: string, price: string, more: Partial<Answers['rates.portal.sources']['rates'][number]> = {}) => ({
  coin,
  price,
  as_of: ago(0),
  age_seconds: 4,
  stale: false,
  sources: ['kraken', 'coinbase', 'bitstamp'],
  held: null,
  ...more,
})

/** Rates and their sources, with everything that can be wrong with them. */
export const rateAnswers = {
  'rates.portal.sources': {
    currency: 'USD',
    sources: [
      source('kraken'),
      source('coinbase', { health: 'failing', failures: 2, problem: 'timeout' }),
      source('bitstamp', {
        health: 'resting',
        used: false,
        answered_at: null,
        age_seconds: null,
        failures: 9,
        problem: 'bad_status 503',
        rests_until: ago(-5),
      }),
    ],
    rates: [
      rate('BTC', '58663.52'),
      rate('ETH', '2401.117'),
      rate('SOL', '148.22', { stale: true, age_seconds: 312, sources: ['kraken'] }),
      rate('POL', '0.38271904', { held: { price: '0.61', needs: 'operator', since: ago(3) } }),
      rate('USDC', '1'),
    ],
    unavailable: ['BCH'],
  },
} as const satisfies Partial<Answers>
