import type { AssetCode } from '@gateway/domain/money/asset'
import type { PayableRefund } from '@gateway/domain/payments/payable-refund'
import type { PayerPageView, PayPageView } from './assisted-view.ts'

/** The payer's page without its reader. */
type SamplePayerPage = Pick<PayerPageView, 'refund' | 'isTestNetwork' | 'now' | 'show'>
/** The page of whoever pays without its reader. */
type SamplePayPage = Pick<PayPageView, 'refund' | 'isTestNetwork' | 'now' | 'qrText' | 'typed' | 'problem'>

/** Nobody holds keys to these addresses. */
export const PAYER_BTC = 'bc1qy9qzc6hhh3mp28ks4fw0d6t5ceulka8mkyymtw'
const PAYER_ETH = '0xB7f67DF37Ce042414E0A1E5ECA1AA38714B5B0AA'
const USDC = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const TX = '4b94c1f3a6e8d2b5f7091c3e5a7d9b2f4c6e8a0d1f3b5c7e9a2d4f6b8c0e134e'
const SECOND_TX = '9f2c4b7d0e6a1835c47f20b9d3e8a6514c0f7be2193d5a86e0417cb2f98d6a3e'
const NOW = new Date('2026-10-14T12:15:00Z')

const offered: PayableRefund = {
  state: 'offered',
  reference: '9b1e6f52-7c04-4a57-b3a9-2f1de4c08a61',
  businessName: 'Kestrel Coffee',
  description: 'Order 4192: Feldgrind hand grinder, 2 × 250 g Sidama',
  reason: 'Item out of stock',
  mode: 'live',
  asset: 'BTC',
  network: 'mainnet',
  units: 200_000n,
  fiatMinor: 10_864n,
  currency: 'EUR',
  offerEndsAt: new Date('2026-10-28T12:15:00Z'),
  address: null,
  paymentUri: null,
  paidUnits: 0n,
  openUnits: 200_000n,
  transfers: [],
  named: [],
}

const btcLink = (amount: string): string => `bitcoin:${PAYER_BTC}?amount=${amount}`
const named: PayableRefund = { ...offered, state: 'named', address: PAYER_BTC, paymentUri: btcLink('0.002') }
const explorerUrl = `https://mempool.space/tx/${TX}`
const included = { txId: TX, explorerUrl, units: 200_000n, state: 'included' } as const
const first = { txId: TX, explorerUrl, units: 80_000n, state: 'final' } as const
const paying: PayableRefund = { ...named, state: 'paying', openUnits: 0n, paymentUri: null, transfers: [included] }
const partly: PayableRefund = {
  ...named,
  state: 'paying',
  paidUnits: 80_000n,
  openUnits: 120_000n,
  paymentUri: btcLink('0.0012'),
  transfers: [first],
}
const refunded: PayableRefund = { ...paying, state: 'refunded', paidUnits: 200_000n, transfers: [{ ...included, state: 'final' }] }
/** A reorg has taken the second of two transfers back. */
const lost: PayableRefund = { ...partly, transfers: [first, { txId: SECOND_TX, explorerUrl: null, units: 120_000n, state: 'gone' }] }
const cancelled: PayableRefund = { ...partly, state: 'cancelled', paymentUri: null }
const expired: PayableRefund = { ...named, state: 'expired', paymentUri: null }

/** A refund of a token in a named state. */
const usdc = {
  asset: 'USDC_ETH' as AssetCode,
  units: 25_000_000n,
  openUnits: 25_000_000n,
  fiatMinor: 2_500n,
  currency: 'USD',
  address: PAYER_ETH,
  paymentUri: `ethereum:${USDC}@1/transfer?address=${PAYER_ETH}&uint256=25000000`,
} as const satisfies Partial<PayableRefund>
const long = {
  businessName: 'Vereinigte Kaffeeröstereien Niedersachsen-Süd GmbH & Co. KG',
  asset: 'ETH' as AssetCode,
  units: 1_234_567_890_123_456_789_012n,
  openUnits: 1_234_567_890_123_456_789_012n,
  fiatMinor: 100_000_000n,
} as const satisfies Partial<PayableRefund>
const test = { mode: 'test', network: 'regtest' } as const satisfies Partial<PayableRefund>

const payer = (refund: PayableRefund, show: PayerPageView['show'] = { step: 'offer' }): SamplePayerPage => ({
  refund,
  isTestNetwork: refund.network === 'regtest',
  now: NOW,
  show,
})

/** The payer's page in every state, for tests and screenshots. */
export const samplePayerPages = {
  offered: payer(offered),
  'offered-plain': payer({ ...offered, reason: null, description: null }),
  'offered-test': payer({ ...offered, ...test }),
  'offered-large': payer({ ...offered, ...long }),
  malformed: payer(offered, { step: 'offer', typed: `${PAYER_BTC.slice(0, -1)}x`, problem: 'malformed' }),
  review: payer(offered, { step: 'review', address: PAYER_BTC }),
  named: payer(named),
  taken: payer(named, { step: 'progress', isTaken: true }),
  partly: payer(partly),
  paying: payer(paying),
  lost: payer(lost),
  refunded: payer(refunded),
  cancelled: payer(cancelled),
  expired: payer(expired),
} as const satisfies Readonly<Record<string, SamplePayerPage>>

const pay = (refund: PayableRefund, more: Partial<SamplePayPage> = {}): SamplePayPage => ({
  refund,
  isTestNetwork: refund.network === 'regtest',
  now: NOW,
  qrText: refund.paymentUri,
  ...more,
})

/** The page of whoever pays in every state, for tests and screenshots. */
export const samplePayPages = {
  unnamed: pay(offered),
  named: pay(named),
  'named-test': pay({ ...named, ...test }),
  'named-token': pay({ ...named, ...usdc }, { qrText: PAYER_ETH }),
  'named-large': pay({ ...named, ...long, address: PAYER_ETH, paymentUri: `ethereum:${PAYER_ETH}@1?value=${long.units}` }),
  'looked-for': pay({ ...named, named: [{ txId: TX, state: 'waiting', problem: null }] }),
  refused: pay({ ...named, named: [{ txId: TX, state: 'refused', problem: 'older_than_payment' }] }),
  malformed: pay(named, { typed: 'hello', problem: 'malformed' }),
  missing: pay(named, { typed: '', problem: 'missing' }),
  full: pay(named, { typed: TX, problem: 'too_many' }),
  partly: pay(partly),
  paying: pay(paying),
  lost: pay(lost),
  refunded: pay(refunded),
  cancelled: pay(cancelled),
  expired: pay(expired),
} as const satisfies Readonly<Record<string, SamplePayPage>>
