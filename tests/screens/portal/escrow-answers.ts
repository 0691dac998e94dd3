import { type Answers, ago } from './answers.ts'
import { BUSINESS_ID } from './business-answers.ts'

type Row = Answers['escrows.portal.list']['escrows'][number]
type Detail = Answers['escrows.portal.detail']
type Entry = Answers['escrows.events']['events'][number]

export const ESCROW_ID = '4f0a8c21-6d0e-4b7e-9a55-2f6f0d1c19c2'
const DEPOSITOR = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq'
const BENEFICIARY = 'bc1q34aq5drpuwy3wgl9lhup9892qp6svr8ldzyy7c'
const ADDRESS = 'bc1qxy2kgdygjrsqtzq2n0yrf2493p83kkfjhx0wlh'
const TX = 'f4184fc596403b9d638783cf57adfe4c75c605f6356fbc91338530e9831e9e16'
const DAY = 24 * 60

const row = (minutes: number, more: Partial<Row> = {}): Row => ({
  id: `${(minutes * 7_919_123).toString(16).padStart(8, '3').slice(0, 8)}-7c04-4a57-93d8-5b0f2c61e7aa`,
  created_at: ago(minutes),
  status: 'settled',
  chain: 'BTC',
  amount: '0.05',
  depositor_address: DEPOSITOR,
  beneficiary_address: BENEFICIARY,
  deadline_at: null,
  ...more,
})

/** Escrows in every state. */
const rows: readonly Row[] = [
  row(4, { status: 'created', deadline_at: ago(-DAY) }),
  row(190, { status: 'funded', amount: '2400', chain: 'USDC_SOL', deadline_at: ago(-5 * DAY) }),
  row(2 * DAY, { status: 'disputed', amount: '0.125', deadline_at: ago(-12 * DAY) }),
  row(3 * DAY, { status: 'released', amount: '12.5', chain: 'SOL' }),
  row(3.5 * DAY, { amount: '1234.567890123456789012', chain: 'ETH' }),
  row(4 * DAY),
  row(5 * DAY, { status: 'refunded', amount: '1.75', chain: 'BCH' }),
  row(6 * DAY, { status: 'expired', amount: '18.41000001' }),
]

const escrow: Detail['escrow'] = {
  contract: null,
  id: ESCROW_ID,
  chain: 'BTC',
  escrow_address: ADDRESS,
  amount: 0.05,
  amount_exact: '0.05',
  amount_usd: 2933.18,
  fee_amount: 0.0005,
  deposited_amount: 0.05,
  status: 'funded',
  depositor_address: DEPOSITOR,
  beneficiary_address: BENEFICIARY,
  arbiter_address: null,
  metadata: { order: 'A-1001', sacks: 40 },
  deposit_tx_hash: TX,
  settlement_tx_hash: null,
  dispute_reason: null,
  dispute_resolution: null,
  business_id: BUSINESS_ID,
  created_at: ago(190),
  expires_at: ago(-2 * DAY),
  funded_at: ago(120),
  released_at: null,
  settled_at: null,
  disputed_at: null,
  refunded_at: null,
  livemode: true,
}

/** An escrow that holds its money. */
const fundedEscrow: Detail = {
  escrow,
  amounts: { asked: '0.05', deposited: '0.05', missing: '0', fee: '0.0005', released: '0.0495' },
  fee_percent: 1,
  deadlines: [
    { kind: 'expiry', at: ago(-2 * DAY) },
    { kind: 'automatic_refund', at: ago(-5 * DAY) },
  ],
  explorer_tx: 'https://explorer.example/tx/',
  explorer_address: 'https://explorer.example/address/',
}

/** One that waits for the rest of its deposit. */
export const waitingEscrow: Detail = {
  ...fundedEscrow,
  escrow: { ...escrow, status: 'created', deposited_amount: 0.02, deposit_tx_hash: null, funded_at: null, expires_at: ago(-DAY) },
  amounts: { ...fundedEscrow.amounts, deposited: '0.02', missing: '0.03' },
  deadlines: [
    { kind: 'deposit_due', at: ago(-DAY) },
    { kind: 'automatic_refund', at: ago(-4 * DAY) },
  ],
}

/** One that operators decide. */
export const disputedEscrow: Detail = {
  ...fundedEscrow,
  escrow: {
    ...escrow,
    status: 'disputed',
    disputed_at: ago(30),
    dispute_reason: 'Two of the forty sacks arrived open, and the seller has not answered since.',
  },
  deadlines: [{ kind: 'decision_due', at: ago(-14 * DAY) }],
}

/** One that is over, with everything at the edge of what fits. */
export const settledEscrow: Detail = {
  ...disputedEscrow,
  escrow: {
    ...disputedEscrow.escrow,
    contract: {
      factory: '0x9f5A7B9D0bE2a3c4d5E6f708192a3B4c5d6E7f80',
      terms: {
        id: `0x${'0'.repeat(32)}4f0a8c216d0e4b7e9a552f6f0d1c19c2`,
        depositor: '0x147aAF07158413AA6683f462480A5f2ECE1d88aD',
        beneficiary: '0x5b10BA3bf26Dc2d62d5fe9e47A0DFc475c44C278',
        token: `0x${'0'.repeat(40)}`,
        amount: '418410000000000000001',
        fee_receiver: '0x96fE83C89107FAe52B4Ef778334C906c1ec5c1eD',
        fee_bps: 100,
        decider: '0x5b10BA3bf26Dc2d62d5fe9e47A0DFc475c44C278',
        release_hash: `0x${'5c'.repeat(32)}`,
        deadline: 1_797_602_402,
        chain_id: 1,
      },
      decision: null,
    },
    chain: 'ETH',
    status: 'settled',
    escrow_address: '0xc1784d5442E976d767FE0cd21BDfDb6539f33843',
    depositor_address: '0x147aAF07158413AA6683f462480A5f2ECE1d88aD',
    beneficiary_address: '0x5b10BA3bf26Dc2d62d5fe9e47A0DFc475c44C278',
    arbiter_address: '0x96fE83C89107FAe52B4Ef778334C906c1ec5c1eD',
    amount_usd: 1_000_000,
    settlement_tx_hash: TX,
    dispute_resolution: 'Thirty-eight sacks were delivered as agreed, so the money goes to the seller.',
    metadata: { series_id: 'c6fd7ad0-91a4-4d0e-8b6a-6c90f4a1d9ef', period: 3 },
  },
  amounts: {
    asked: '418.410000000000000001',
    deposited: '418.410000000000000001',
    missing: '0',
    fee: '4.1841',
    released: '414.225900000000000001',
  },
  deadlines: [],
}

const entry = (minutes: number, event_type: Entry['event_type'], more: Partial<Entry> = {}): Entry => ({
  id: event_type,
  escrow_id: ESCROW_ID,
  event_type,
  actor: 'system',
  details: {},
  created_at: ago(minutes),
  ...more,
})

/** Lists, coins and histories of a business with escrows. */
export const escrowAnswers = {
  'escrows.portal.list': { escrows: [...rows], total: 61, limit: 50, offset: 0 },
  'escrows.portal.coins': {
    coins: [
      { symbol: 'BTC', name: 'Bitcoin' },
      { symbol: 'BCH', name: 'Bitcoin Cash' },
      { symbol: 'SOL', name: 'Solana' },
      { symbol: 'USDC_SOL', name: 'USD Coin on Solana' },
    ],
  },
  'escrows.portal.detail': fundedEscrow,
  'escrows.events': {
    events: [entry(190, 'created'), entry(150, 'deposit_detected', { details: { deposited: '0.05' } }), entry(120, 'funded')],
    total: 3,
  },
  'escrows.create': {
    escrow: {
      ...escrow,
      status: 'created',
      escrow_address: ADDRESS,
      release_token: `esc_${'3f'.repeat(32)}`,
      beneficiary_token: `esc_${'a7'.repeat(32)}`,
      depositor_manage_url: `https://pay.example/escrow/manage?id=${ESCROW_ID}&token=esc_${'3f'.repeat(32)}`,
      beneficiary_manage_url: `https://pay.example/escrow/manage?id=${ESCROW_ID}&token=esc_${'a7'.repeat(32)}`,
      escrowAddress: ADDRESS,
      releaseToken: `esc_${'3f'.repeat(32)}`,
      beneficiaryToken: `esc_${'a7'.repeat(32)}`,
    },
  },
} as const satisfies Partial<Answers>

/** The history of one that waits. */
export const waitingHistory: Answers['escrows.events'] = {
  events: [entry(190, 'created'), entry(150, 'deposit_detected', { details: { deposited: '0.02' } })],
  total: 2,
}

/** The history of a dispute. */
export const disputedHistory: Answers['escrows.events'] = {
  events: [
    ...escrowAnswers['escrows.events'].events,
    entry(30, 'disputed', { actor: 'depositor', details: { reason: disputedEscrow.escrow.dispute_reason ?? '' } }),
  ],
  total: 4,
}

/** The history of a decided one. */
export const settledHistory: Answers['escrows.events'] = {
  events: [
    ...disputedHistory.events,
    entry(20, 'dispute_resolved', { actor: 'arbiter', details: { resolution: settledEscrow.escrow.dispute_resolution ?? '' } }),
    entry(20, 'released', { actor: 'arbiter' }),
    entry(5, 'settled'),
  ],
  total: 7,
}

/** A business without escrows. */
export const noEscrows = { 'escrows.portal.list': { escrows: [], total: 0, limit: 50, offset: 0 } } as const satisfies Partial<Answers>
