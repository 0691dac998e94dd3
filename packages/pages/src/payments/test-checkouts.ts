import type { CheckoutView } from '@gateway/contract/checkout'
import { assetOf, type ChainCode } from '@gateway/domain/money/asset'
import type { CheckoutInput } from './checkout.ts'

/** A checkout without its reader. */
export type SampleCheckout = Pick<CheckoutInput, 'payment' | 'qrText' | 'explorerTx' | 'isTest' | 'now'>

/** Nobody holds keys to these addresses. */
const ADDRESSES = {
  BTC: 'bc1qy9qzc6hhh3mp28ks4fw0d6t5ceulka8mkyymtw',
  BCH: 'bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a',
  ETH: '0xB7f67DF37Ce042414E0A1E5ECA1AA38714B5B0AA',
  POL: '0xB7f67DF37Ce042414E0A1E5ECA1AA38714B5B0AA',
  SOL: '7EcDhSYGxXyscszYEp35KHN8vvw3svAuLKTzXwCFLtV',
} as const satisfies Readonly<Record<ChainCode, string>>
const USDC = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const USDC_ON_POLYGON = '0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359'
const USDC_ON_SOLANA = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'
const EXPLORERS: Readonly<Record<ChainCode, string>> = {
  BTC: 'https://mempool.space/tx/',
  BCH: 'https://blockchair.com/bitcoin-cash/transaction/',
  ETH: 'https://etherscan.io/tx/',
  POL: 'https://polygonscan.com/tx/',
  SOL: 'https://solscan.io/tx/',
}
const ETH_TX = '0x8ce39f3a4a1d5b0e6c1f6e2d7c9b8a7f6e5d4c3b2a1908f7e6d5c4b3a297da8e'
const BTC_TX = '4b94c1f3a6e8d2b5f7091c3e5a7d9b2f4c6e8a0d1f3b5c7e9a2d4f6b8c0e134e'

const common = {
  id: '9b1e6f52-7c04-4a57-b3a9-2f1de4c08a61',
  status: 'pending',
  created_at: '2026-10-14T14:32:00.000Z',
  expires_at: '2026-10-14T14:47:00.000Z',
  detected_at: null,
  confirmed_at: null,
  currency: 'EUR',
  amount: 149,
  amount_received: '0',
  exceptions: [],
  confirmations: 0,
  tx_hash: null,
  description: 'Order 4192: Feldgrind hand grinder, 2 × 250 g Sidama',
  success_url: 'https://kestrel.example/thanks?order=4192',
  cancel_url: 'https://kestrel.example/cart',
  livemode: true,
  business_name: 'Kestrel Coffee',
  deposits: [],
  resolution: null,
} as const satisfies Partial<CheckoutView>

const btc: CheckoutView = {
  ...common,
  exceptions: [],
  blockchain: 'BTC',
  payment_address: ADDRESSES.BTC,
  crypto_amount: '0.0027431',
  amount_due: '0.0027431',
  price: 54_318.22,
  confirmations_required: 2,
  payment_uri: `bitcoin:${ADDRESSES.BTC}?amount=0.0027431`,
}

const usdc: CheckoutView = {
  ...common,
  exceptions: [],
  blockchain: 'USDC_ETH',
  payment_address: ADDRESSES.ETH,
  crypto_amount: '174.024761',
  amount_due: '174.024761',
  price: 0.8562,
  confirmations_required: 12,
  payment_uri: `ethereum:${USDC}@1/transfer?address=${ADDRESSES.ETH}&uint256=174024761`,
}

const eth: CheckoutView = {
  ...common,
  exceptions: [],
  blockchain: 'ETH',
  payment_address: ADDRESSES.ETH,
  crypto_amount: '0.04127883',
  amount_due: '0.04127883',
  price: 3_609.6,
  confirmations_required: 12,
  payment_uri: `ethereum:${ADDRESSES.ETH}@1?value=41278830000000000`,
}

/** A payment in another asset: what differs from that in ether. */
const inAsset = (
  payment: Pick<CheckoutView, 'blockchain' | 'crypto_amount' | 'price' | 'confirmations_required' | 'payment_uri'>,
): CheckoutView => ({
  ...eth,
  ...payment,
  payment_address: ADDRESSES[assetOf(payment.blockchain).chain],
  amount_due: payment.crypto_amount,
})

const bch = inAsset({
  blockchain: 'BCH',
  crypto_amount: '0.34104229',
  price: 436.9,
  confirmations_required: 3,
  payment_uri: `${ADDRESSES.BCH}?amount=0.34104229`,
})
const pol = inAsset({
  blockchain: 'POL',
  crypto_amount: '389.31940214',
  price: 0.3827,
  confirmations_required: 1,
  payment_uri: `ethereum:${ADDRESSES.POL}@137?value=389319402140000000000`,
})
const usdcOnPol = inAsset({
  blockchain: 'USDC_POL',
  crypto_amount: '174.024761',
  price: 0.8562,
  confirmations_required: 1,
  payment_uri: `ethereum:${USDC_ON_POLYGON}@137/transfer?address=${ADDRESSES.POL}&uint256=174024761`,
})
const sol = inAsset({
  blockchain: 'SOL',
  crypto_amount: '1.15324861',
  price: 129.2,
  confirmations_required: 1,
  payment_uri: `solana:${ADDRESSES.SOL}?amount=1.15324861`,
})
const usdcOnSol = inAsset({
  blockchain: 'USDC_SOL',
  crypto_amount: '174.024761',
  price: 0.8562,
  confirmations_required: 1,
  payment_uri: `solana:${ADDRESSES.SOL}?amount=174.024761&spl-token=${USDC_ON_SOLANA}`,
})

/** The code of a token of an account chain holds the address alone, as the rail says. */
const qrTextOf = ({ payment_uri: uri, payment_address: address }: CheckoutView): string => (uri.includes('/transfer?') ? address : uri)

const sample = (payment: CheckoutView, more: Partial<SampleCheckout> = {}): SampleCheckout => ({
  payment,
  qrText: qrTextOf(payment),
  explorerTx: EXPLORERS[assetOf(payment.blockchain).chain],
  isTest: false,
  now: '2026-10-14T14:37:19.000Z',
  ...more,
})

const arrived = { amount_due: '0', detected_at: '2026-10-14T14:34:51.000Z' } as const
const seenUsdc: CheckoutView = { ...usdc, ...arrived, status: 'detected', amount_received: '174.024761', confirmations: 2, tx_hash: ETH_TX }
const seenBtc: CheckoutView = { ...btc, ...arrived, status: 'detected', amount_received: '0.0027431', tx_hash: BTC_TX }
const done = { status: 'forwarded', confirmed_at: '2026-10-14T14:37:02.000Z', resolution: 'paid' } as const
const paidUsdc: CheckoutView = { ...seenUsdc, ...done, confirmations: 12 }
const paidBtc: CheckoutView = { ...seenBtc, ...done, confirmations: 2 }
const shortBtc: CheckoutView = {
  ...btc,
  amount_received: '0.002',
  amount_due: '0.0007431',
  exceptions: ['underpaid'],
  payment_uri: `bitcoin:${ADDRESSES.BTC}?amount=0.0007431`,
}
const held = (amount: string) => ({ asset: 'BTC', amount, status: 'held', credited: true }) as const
const over = { status: 'expired' } as const
const AFTER = { now: '2026-10-14T15:02:40.000Z' } as const
const usdcOnPolygon = { asset: 'USDC_POL', amount: '149.5', status: 'held', credited: false } as const
const ether = { asset: 'ETH', amount: '0.05', status: 'held', credited: false } as const
const foreignToken = { asset: null, amount: '150000000', status: 'held', credited: false } as const

/** A checkout in every state that a shopper can meet. */
export const sampleCheckouts = {
  'waiting-usdc': sample(usdc),
  'waiting-btc': sample(btc),
  'waiting-eth': sample({ ...eth, cancel_url: null, description: null }),
  'waiting-bch': sample(bch),
  'waiting-pol': sample(pol),
  'waiting-usdc-pol': sample(usdcOnPol),
  'waiting-sol': sample(sol),
  'waiting-usdc-sol': sample(usdcOnSol),
  'waiting-test': sample({ ...btc, livemode: false }, { isTest: true }),
  'waiting-last-minute': sample(btc, { now: '2026-10-14T14:46:12.000Z' }),
  'waiting-huge': sample({ ...btc, amount: 1_000_000, crypto_amount: '18.41002743', amount_due: '18.41002743' }),
  'waiting-tiny': sample({ ...btc, amount: 1, currency: 'JPY', crypto_amount: '0.00000001', amount_due: '0.00000001' }),
  'waiting-long': sample({
    ...usdc,
    business_name: 'Donaudampfschifffahrtsgesellschaftskapitänsmützenmanufaktur Kestrel & Söhne',
    description: `Order ${'4192-'.repeat(40)}: ${'everything that was in the cart, '.repeat(6)}`,
  }),
  short: sample(shortBtc),
  'short-usdc': sample({ ...usdc, amount_received: '100', amount_due: '74.024761', exceptions: ['underpaid', 'multiple'] }),
  'wrong-asset': sample({ ...usdc, exceptions: ['wrong_asset'], deposits: [ether, usdcOnPolygon] }),
  'wrong-asset-forwarded': sample({ ...usdc, exceptions: ['wrong_asset'], deposits: [{ ...ether, status: 'confirmed' }] }),
  'unknown-token': sample({ ...eth, exceptions: ['wrong_asset'], deposits: [foreignToken] }),
  replaced: sample({ ...btc, exceptions: ['replaced'] }),
  reorged: sample({ ...eth, exceptions: ['reorged'] }),
  seen: sample(seenUsdc),
  'seen-unconfirmed': sample(seenBtc),
  'seen-reorged': sample({ ...seenUsdc, confirmations: 0, exceptions: ['reorged', 'overpaid'], amount_received: '180' }),
  'seen-late': sample({ ...seenBtc, exceptions: ['late'] }, AFTER),
  'seen-without-explorer': sample(seenBtc, { explorerTx: undefined }),
  confirmed: sample({ ...paidBtc, status: 'confirmed' }),
  forwarding: sample({ ...paidBtc, status: 'forwarding', success_url: null }),
  paid: sample(paidUsdc),
  'paid-btc': sample(paidBtc),
  'paid-within-tolerance': sample({ ...paidBtc, amount_received: '0.0027400', resolution: 'tolerance' }),
  'paid-accepted': sample({ ...paidBtc, amount_received: '0.002', exceptions: ['underpaid'], resolution: 'accepted' }),
  'paid-oddly': sample({
    ...paidUsdc,
    exceptions: ['overpaid', 'late', 'multiple', 'wrong_asset', 'reorged'],
    amount_received: '180',
    deposits: [ether],
  }),
  overpaid: sample({ ...paidUsdc, exceptions: ['overpaid'], amount_received: '180' }),
  'time-up': sample(usdc, { now: '2026-10-14T14:47:00.000Z' }),
  expired: sample({ ...usdc, ...over }, AFTER),
  'expired-short': sample({ ...shortBtc, ...over, deposits: [held('0.002')] }, AFTER),
  'expired-late': sample(
    { ...btc, ...over, amount_received: '0.0027431', amount_due: '0', exceptions: ['late'], deposits: [held('0.0027431')] },
    AFTER,
  ),
  'expired-returned': sample({ ...shortBtc, ...over, deposits: [{ ...held('0.002'), status: 'returned' }] }, AFTER),
  'failed-replaced': sample({ ...btc, status: 'failed', exceptions: ['replaced'] }, AFTER),
  failed: sample({ ...eth, status: 'failed' }),
} as const satisfies Readonly<Record<string, SampleCheckout>>
