import type { PayerRefund } from '@gateway/domain/payments/payer-refund'
import type { AddressProblem, RefundView } from './refund-view.ts'

/** A refund page without its reader. */
export type SampleRefund = Pick<RefundView, 'refund' | 'isTestNetwork' | 'show'>

/** Nobody holds the key to this address. */
export const SAMPLE_ADDRESS = 'bc1qy9qzc6hhh3mp28ks4fw0d6t5ceulka8mkyymtw'
const TX = '4b94c1f3a6e8d2b5f7091c3e5a7d9b2f4c6e8a0d1f3b5c7e9a2d4f6b8c0e134e'
const NOW = new Date('2026-10-14T12:15:00Z')

const offered: PayerRefund = {
  state: 'offered',
  reference: '9b1e6f52-7c04-4a57-b3a9-2f1de4c08a61',
  businessName: 'Kestrel Coffee',
  description: 'Order 4192: Feldgrind hand grinder, 2 × 250 g Sidama',
  mode: 'live',
  asset: 'BTC',
  network: 'mainnet',
  reason: 'underpaid',
  units: 200_000n,
  networkFeeUnits: 1_410n,
  isWorthSending: true,
  offerEndsAt: new Date('2026-11-13T12:15:00Z'),
  address: null,
  payableAt: null,
  delay: null,
  payout: null,
}

const claimed: PayerRefund = { ...offered, state: 'claimed', address: SAMPLE_ADDRESS, payableAt: new Date('2026-10-16T12:15:00Z') }
const payout = { txId: TX, explorerUrl: `https://mempool.space/tx/${TX}` }

const offer = (refund: Partial<PayerRefund>): SampleRefund => ({
  refund: { ...offered, ...refund },
  isTestNetwork: false,
  show: { step: 'offer' },
})
const progress = (refund: PayerRefund): SampleRefund => ({ refund, isTestNetwork: false, show: { step: 'offer' } })
const wrong = (typed: string, problem: AddressProblem): SampleRefund => ({
  refund: offered,
  isTestNetwork: false,
  show: { step: 'offer', typed, problem },
})
const review = (refund: Partial<PayerRefund>, holdHours: number): SampleRefund => ({
  refund: { ...offered, ...refund },
  isTestNetwork: false,
  show: { step: 'review', address: SAMPLE_ADDRESS, holdHours, now: NOW },
})

/** The refund page in every state, for tests and screenshots. */
export const sampleRefunds = {
  offered: offer({}),
  'offered-late': offer({ reason: 'late', networkFeeUnits: null }),
  'offered-failed': offer({ reason: 'failed', description: null }),
  'offered-test': { ...offer({ mode: 'test', network: 'regtest' }), isTestNetwork: true },
  'offered-small': offer({ units: 1_000n, networkFeeUnits: 7_050n, isWorthSending: false }),
  'offered-large': offer({ units: 2_099_999_999_999_999n, businessName: 'Vereinigte Kaffeeröstereien Niedersachsen-Süd GmbH & Co. KG' }),
  unsettled: offer({ units: 0n, networkFeeUnits: 1_410n }),
  missing: wrong('', 'missing'),
  malformed: wrong(`${SAMPLE_ADDRESS.slice(0, -1)}x`, 'malformed'),
  'other-network': wrong('tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx', 'other_network'),
  'own-address': wrong(SAMPLE_ADDRESS, 'own_address'),
  'no-wallet': wrong(SAMPLE_ADDRESS, 'no_wallet'),
  unchecked: wrong(SAMPLE_ADDRESS, 'unchecked'),
  review: review({}, 48),
  'review-now': review({ networkFeeUnits: null }, 0),
  claimed: progress(claimed),
  taken: { ...progress(claimed), show: { step: 'progress', isTaken: true } },
  due: progress({ ...claimed, delay: 'check' }),
  'fee-delay': progress({ ...claimed, units: 1_000n, networkFeeUnits: 7_050n, isWorthSending: false, delay: 'network_fee' }),
  paying: progress({ ...claimed, state: 'paying' }),
  sent: progress({ ...claimed, state: 'paying', networkFeeUnits: 1_100n, payout }),
  returned: progress({ ...claimed, state: 'returned', networkFeeUnits: 1_100n, payout }),
  'returned-unlinked': progress({ ...claimed, state: 'returned', networkFeeUnits: 1_100n, payout: { txId: TX, explorerUrl: null } }),
  overtaken: progress({ ...offered, state: 'overtaken', units: 0n }),
} as const satisfies Readonly<Record<string, SampleRefund>>
