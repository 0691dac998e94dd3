import { type Answers, ago } from './answers.ts'

type Row = Answers['payments.portal.list']['payments'][number]
type Totals = Answers['payments.portal.totals']

const row = (minutes: number, more: Partial<Row>): Row => ({
  id: `${(minutes * 7_919_123).toString(16).padStart(8, '3').slice(0, 8)}-7c04-4a57-93d8-5b0f2c61e7aa`,
  created_at: ago(minutes),
  status: 'forwarded',
  exceptions: [],
  blockchain: 'BTC',
  currency: 'EUR',
  amount: 149,
  amount_usd: 160,
  crypto_amount: '0.0027431',
  amount_received: '0.0027431',
  description: null,
  order: null,
  ...more,
})

/** Payments in every state. */
const rows: readonly Row[] = [
  row(2, { status: 'pending', amount: 64.5, amount_received: '0', blockchain: 'USDC_ETH', description: 'Order 4193: Sidama, 1 kg' }),
  row(9, { status: 'detected', order: '4192', blockchain: 'ETH', amount_received: '0.0612', amount: 149 }),
  row(31, { status: 'confirmed', amount: 264, blockchain: 'USDC_ETH', amount_received: '284.1', order: '4191' }),
  row(44, { status: 'forwarding', amount: 12, blockchain: 'ETH', amount_received: '0.0049' }),
  row(63, { description: 'Order 4190: Feldgrind hand grinder, 2 × 250 g Sidama' }),
  row(140, { status: 'expired', exceptions: ['underpaid'], amount: 86.4, amount_received: '0.0015', order: '4189' }),
  row(200, { status: 'expired', amount: 31, amount_received: '0', order: '4188' }),
  row(260, { status: 'failed', exceptions: ['reorged'], amount: 19.9, amount_received: '0', order: '4187' }),
  row(300, { exceptions: ['overpaid', 'multiple'], amount: 42, currency: 'USD', amount_received: '0.0008', order: '4186' }),
]

/** Sums and names at the edge of what fits. */
export const longRows: readonly Row[] = [
  row(2, {
    amount: 1_000_000,
    amount_received: '1234.56789012',
    description: 'Sammelbestellung der Kaffeehausgenossenschaft Donaukanal über 4.000 kg Rohkaffee, Teillieferung drei von zwölf',
  }),
  row(9, {
    status: 'pending',
    exceptions: ['underpaid', 'late', 'multiple'],
    amount: 0.01,
    amount_received: '0.00000001',
    order: 'A'.repeat(100),
  }),
  row(31, { blockchain: 'ETH', amount: 1_000_000, currency: 'JPY', amount_received: '0.000000000000000001', description: 'One wei' }),
]

const DAYS = 30
const DAY_MS = 24 * 60 * 60 * 1_000
const days = Array.from({ length: DAYS }, (_, at) => {
  const volume = 900 + ((at * 7_919) % 1_700)
  const day = new Date(Date.parse('2026-09-15T00:00:00Z') + at * DAY_MS).toISOString().slice(0, 10)
  return { day, created: 12 + (at % 7), paid: 10 + (at % 6), volume_usd: `${at === DAYS - 1 ? 412 : volume}.5` }
})

const asset = (blockchain: Totals['assets'][number]['blockchain'], volume_usd: string) => ({
  blockchain,
  created: 90,
  paid: 80,
  volume_usd,
  amount_received: '1',
})

/** What needs a person. */
const attention: Answers['payments.portal.attention']['attention'] = [
  {
    kind: 'held',
    payment_id: 'a7715e30-19be-4c0d-8a42-d93f07b1e655',
    blockchain: 'BTC',
    amount: '0.0015',
    reason: 'late',
    since: ago(140),
    steps: ['accept'],
  },
  {
    kind: 'underpaid',
    payment_id: 'a7715e30-19be-4c0d-8a42-d93f07b1e656',
    blockchain: 'BTC',
    amount: '0.00009063',
    reason: 'underpaid',
    since: ago(180),
    steps: ['wait_for_payer'],
  },
  {
    kind: 'payout_waiting',
    payment_id: 'a7715e30-19be-4c0d-8a42-d93f07b1e657',
    blockchain: 'USDC_ETH',
    amount: '284.1',
    reason: 'below_cost_of_forwarding',
    since: ago(60 * 30),
    steps: ['wait'],
  },
  {
    kind: 'webhook_failing',
    payment_id: null,
    blockchain: null,
    amount: null,
    reason: 'failing',
    since: ago(36),
    steps: ['repair_receiver'],
  },
]

const totals: Totals = {
  time_zone: 'Europe/Vienna',
  created: 411,
  paid: 381,
  volume_usd: '46516',
  success_rate: 0.927,
  days,
  assets: [asset('USDC_ETH', '26979'), asset('BTC', '13023'), asset('ETH', '6514')],
  currencies: [],
}

/** Lists and totals of a business that sells. */
export const paymentAnswers = {
  'payments.portal.list': { payments: [...rows], next_cursor: 'more', total: 1_000, total_is_capped: true },
  'payments.portal.totals': totals,
  'payments.portal.attention': { attention },
} as const satisfies Partial<Answers>

/** A business on its first day. */
export const noPayments = {
  'payments.portal.attention': { attention: [] },
  'payments.portal.list': { payments: [], next_cursor: null, total: 0, total_is_capped: false },
  'payments.portal.totals': {
    ...totals,
    created: 0,
    paid: 0,
    volume_usd: '0',
    success_rate: null,
    days: days.map(({ day }) => ({ day, created: 0, paid: 0, volume_usd: '0' })),
    assets: [],
  },
  'businesses.portal.onboarding': {
    business: true,
    wallets: ['BTC', 'BCH', 'ETH', 'POL', 'SOL'].map((chain) => ({ chain, set: chain === 'BTC' })),
    webhook_set: false,
    webhook_answered: false,
    api_key_used: false,
    payment_created: false,
    payment_paid: false,
  },
} as const satisfies Partial<Answers>

export const PAYMENT_ID = '9b1e6f52-7c04-4a57-93d8-5b0f2c61e7aa'
