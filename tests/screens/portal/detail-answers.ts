import { type Answers, ago } from './answers.ts'
import { BUSINESS_ID } from './business-answers.ts'
import { PAYMENT_ID } from './payment-answers.ts'

type Detail = Answers['payments.portal.detail']
type Payment = Detail['payment']
type Event = Detail['timeline'][number]

const ADDRESS = 'bc1qxy2kgdygjrsqtzq2n0yrf2493p83kkfjhx0wlh'
const TX = 'f4184fc596403b9d638783cf57adfe4c75c605f6356fbc91338530e9831e9e16'
const CHECKOUT = `https://pay.kestrel.example/pay/${PAYMENT_ID}`

const deposit: Payment['deposits'][number] = {
  asset: 'BTC',
  token_address: null,
  amount: '0.0027431',
  tx_hash: TX,
  confirmations: 2,
  status: 'confirmed',
  credited: true,
  received_at: ago(72),
}

const payment: Payment = {
  id: PAYMENT_ID,
  business_id: BUSINESS_ID,
  payment_address: ADDRESS,
  crypto_amount: '0.0027431',
  amount_crypto: '0.0027431',
  blockchain: 'BTC',
  status: 'forwarded',
  expires_at: ago(60),
  currency: 'EUR',
  amount: 149,
  amount_usd: 160.92,
  amount_received: '0.0027431',
  amount_due: '0',
  amount_refunded: '0',
  exceptions: [],
  confirmations: 2,
  confirmations_required: 2,
  tx_hash: TX,
  forward_tx_hash: TX,
  platform_tx_hash: null,
  payment_uri: `bitcoin:${ADDRESS}?amount=0.0027431`,
  description: 'Order 4192: Feldgrind hand grinder, 2 × 250 g Sidama',
  success_url: null,
  cancel_url: null,
  livemode: true,
  created_at: ago(75),
  updated_at: ago(30),
  detected_at: ago(72),
  confirmed_at: ago(51),
  forwarded_at: ago(30),
  fee_amount: '0.00001371',
  merchant_amount: '0.00272139',
  network_fee: '0.000008',
  resolution: 'paid',
  deposits: [deposit],
  payouts: [
    {
      purpose: 'forward',
      asset: 'BTC',
      amount: '0.0027431',
      merchant_amount: '0.00272139',
      fee_amount: '0.00001371',
      network_fee: '0.000008',
      tx_hash: TX,
      status: 'final',
      reason: null,
      created_at: ago(50),
    },
  ],
  checkout_url: CHECKOUT,
  pay_url: CHECKOUT,
  rate: {} as Payment['rate'],
  metadata: { order_id: '4192', customer: 'c_20931', gift: false },
  qr_code: '',
}

const delivered: NonNullable<Event['delivery']> = {
  id: 'd1',
  status: 'delivered',
  attempts: 1,
  status_code: 200,
  problem: null,
  duration_ms: 84,
  next_attempt_at: null,
  delivered_at: ago(75),
}

const event = (minutes: number, sequence: number, more: Pick<Event, 'type'> & Partial<Event>): Event => ({
  id: `evt_${sequence}`,
  sequence,
  created_at: ago(minutes),
  status: null,
  previous_status: null,
  delivery: { ...delivered, id: `d${sequence}`, delivered_at: ago(minutes) },
  ...more,
})

const created = event(75, 1, { type: 'payment.created', status: 'pending' })

/** A payment that went as it should. */
export const paidDetail: Detail = {
  payment,
  timeline: [
    created,
    event(72, 2, { type: 'payment.confirming', status: 'detected', previous_status: 'pending' }),
    event(51, 3, { type: 'payment.completed', status: 'confirmed', previous_status: 'detected' }),
    event(50, 4, { type: 'payment.forwarding', status: 'forwarding', previous_status: 'confirmed', delivery: null }),
    event(30, 5, { type: 'payment.forwarded', status: 'forwarded', previous_status: 'forwarding' }),
  ],
  rate: {
    rate: '54318.07',
    currency: 'EUR',
    usd_rate: '58663.52',
    spread_percent: 0.5,
    as_of: ago(75),
    sources: [
      { source: 'kraken', pair: 'BTC/EUR', price: '54320.1', at: ago(75), from: null },
      { source: 'coinbase', pair: 'BTC-EUR', price: '54318.07', at: ago(75), from: null },
      { source: 'bitstamp', pair: 'btceur', price: '54310', at: ago(75), from: null },
    ],
  },
  late_rate: null,
  split: { fee_percent: 0.5, merchant_amount: '0.00272139', fee_amount: '0.00001371', network_fee: '0.000008' },
  held: [],
  decisions: [],
  pending_decision: null,
  refunds: [],
  wrong_chain: [],
  explorer_tx: 'https://explorer.example/tx/',
}

const unpaid: Partial<Payment> = {
  detected_at: null,
  confirmed_at: null,
  forwarded_at: null,
  forward_tx_hash: null,
  fee_amount: null,
  merchant_amount: null,
  network_fee: null,
  resolution: null,
  payouts: [],
}
const unsplit: Detail['split'] = { fee_percent: 0.5, merchant_amount: null, fee_amount: null, network_fee: null }

/** A payment that waits for its customer. */
export const pendingDetail: Detail = {
  ...paidDetail,
  payment: {
    ...payment,
    ...unpaid,
    status: 'pending',
    expires_at: ago(-12),
    amount_received: '0',
    amount_due: '0.0027431',
    confirmations: 0,
    tx_hash: null,
    deposits: [],
  },
  timeline: [created],
  split: unsplit,
}

/** A payment that its customer paid on another chain. */
export const wrongChainDetail: Detail = {
  ...pendingDetail,
  payment: { ...pendingDetail.payment, blockchain: 'ETH', payment_address: '0x90F8bf6A479f320ead074411a4B0e7944Ea8c9C1' },
  wrong_chain: [
    { chain: 'POL', blockchain: 'USDC_POL', contract: null, amount: '284.1', tx_id: `0x${'5b'.repeat(32)}`, since: ago(8) },
    {
      chain: 'POL',
      blockchain: null,
      contract: `0x${'c2'.repeat(20)}`,
      amount: '284100000',
      tx_id: `0x${'6c'.repeat(32)}`,
      since: ago(20),
    },
  ],
}

/** An underpaid payment that waits for a decision. */
export const heldDetail: Detail = {
  ...paidDetail,
  payment: {
    ...payment,
    ...unpaid,
    status: 'expired',
    exceptions: ['underpaid'],
    amount: 86.4,
    crypto_amount: '0.00159063',
    amount_received: '0.0015',
    amount_due: '0.00009063',
    description: 'Order 4189: V60 set',
    confirmations: 0,
    deposits: [{ ...deposit, amount: '0.0015', status: 'held' }],
  },
  timeline: [
    created,
    event(72, 2, { type: 'payment.confirming', status: 'detected', previous_status: 'pending' }),
    event(60, 3, {
      type: 'payment.expired',
      status: 'expired',
      previous_status: 'detected',
      delivery: { ...delivered, status: 'pending', attempts: 14, status_code: 503, next_attempt_at: ago(-16), delivered_at: null },
    }),
  ],
  split: unsplit,
  late_rate: paidDetail.rate,
  held: [{ blockchain: 'BTC', amount: '0.0015', reason: 'late', since: ago(60) }],
  decisions: [
    {
      decision: 'accept',
      consequences: ['counts_as_paid', 'goes_to_wallet', 'fee_is_taken', 'cannot_be_undone'],
      blockchains: ['BTC'],
      amount: null,
    },
    {
      decision: 'refund',
      consequences: ['payer_gets_link', 'payer_bears_network_fee', 'status_stays'],
      blockchains: ['BTC'],
      amount: '0.0015',
    },
  ],
}

/** The same after a refund link was made and claimed. */
export const refundingDetail: Detail = {
  ...heldDetail,
  decisions: [{ decision: 'withdraw_refund', consequences: ['money_stays_held'], blockchains: ['BTC'], amount: null }],
  refunds: [
    {
      id: 'r2',
      status: 'claimed',
      offered_at: ago(40),
      offer_ends_at: ago(-7 * 24 * 60),
      address: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
      claimed_at: ago(20),
      payable_from: ago(-24 * 60),
      ended_at: null,
      end_reason: null,
    },
    {
      id: 'r1',
      status: 'withdrawn',
      offered_at: ago(55),
      offer_ends_at: ago(-7 * 24 * 60),
      address: null,
      claimed_at: null,
      payable_from: null,
      ended_at: ago(50),
      end_reason: 'withdrawn',
    },
  ],
}

/** Everything at the edge of what fits. */
export const longDetail: Detail = {
  ...heldDetail,
  payment: {
    ...heldDetail.payment,
    amount: 1_000_000,
    crypto_amount: '18.41000001',
    amount_received: '0.00000001',
    amount_due: '18.41',
    blockchain: 'ETH',
    payment_address: '0xc1784d5442E976d767FE0cd21BDfDb6539f33843',
    exceptions: ['underpaid', 'late', 'multiple', 'wrong_asset'],
    description:
      'Sammelbestellung der Kaffeehausgenossenschaft Donaukanal über 4.000 kg Rohkaffee, Teillieferung drei von zwölf, zahlbar sofort',
    deposits: [
      { ...deposit, asset: 'ETH', amount: '0.000000000000000001', status: 'held' },
      {
        ...deposit,
        asset: null,
        token_address: '0xdAC17F958D2ee523a2206206994597C13D831ec7',
        amount: '140000000',
        status: 'held',
      },
    ],
  },
  held: [
    { blockchain: 'ETH', amount: '0.000000000000000001', reason: 'late', since: ago(60) },
    { blockchain: 'USDC_ETH', amount: '1234567.891234', reason: 'wrong_asset', since: ago(60) },
  ],
}
