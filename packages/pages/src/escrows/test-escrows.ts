import type { Escrow } from '@gateway/domain/escrows/escrow'
import type { EscrowOutcome } from '@gateway/domain/escrows/machine'
import type { EscrowPageView, LogEntry } from './escrow-view.ts'

/** An escrow's page without its reader. */
export type SampleEscrow = Omit<EscrowPageView, 'language' | 'nonce' | 'theme'>

const DEPOSIT_TX = '8ce37b5d90ef4a6c1d2e3f405162738495a6b7c8d9eafb0c1d2e3f4051627da8'
const PAYOUT_TX = '4b94c1f3a6e8d2b5f7091c3e5a7d9b2f4c6e8a0d1f3b5c7e9a2d4f6b8c0e134e'
// Nobody holds a key to these addresses.
const DEPOSITOR = '0x147aAF07158413AA6683f462480A5f2ECE1d88aD'
const BENEFICIARY = '0x5b10BA3bf26Dc2d62d5fe9e47A0DFc475c44C278'
const HELD = '0x96fE83C89107FAe52B4Ef778334C906c1ec5c1eD'
const at = (text: string): Date => new Date(`2026-10-${text}Z`)
/** The hash in the token of every sample's forms. */
export const SAMPLE_FORM_TOKEN = 'c2FtcGxlLWZvcm0tdG9rZW4'

const created: Escrow = {
  id: '4f0a6e52-7c04-4a57-b3a9-2f1de4c019c2',
  businessId: null,
  merchantId: null,
  mode: 'live',
  asset: 'USDC_ETH',
  chain: 'ETH',
  contract: {
    factory: '0x9f5A7B9D0bE2a3c4d5E6f708192a3B4c5d6E7f80',
    terms: {
      id: `0x${'0'.repeat(32)}4f0a6e527c044a57b3a92f1de4c019c2`,
      depositor: DEPOSITOR,
      beneficiary: BENEFICIARY,
      token: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
      amount: '2400000000',
      feeReceiver: HELD,
      feeBps: 100,
      decider: BENEFICIARY,
      releaseHash: `0x${'5c'.repeat(32)}`,
      deadline: 1_797_602_402,
      chainId: 1,
    },
  },
  decision: null,
  address: HELD,
  state: 'created',
  amountUnits: 2_400_000_000n,
  usdCents: 240_000n,
  feeBps: 100,
  depositorAddress: DEPOSITOR,
  beneficiaryAddress: BENEFICIARY,
  arbiterAddress: null,
  metadata: {},
  quoteId: '7d3c1f52-7c04-4a57-b3a9-2f1de4c01a11',
  payoutTermsId: '7d3c1f52-7c04-4a57-b3a9-2f1de4c01a12',
  confirmationsRequired: 12,
  finalityRequired: true,
  depositedUnits: 0n,
  depositTxId: null,
  settlementTxId: null,
  disputeReason: null,
  disputeResolution: null,
  createdAt: at('14T14:00:02'),
  updatedAt: at('14T14:00:02'),
  expiresAt: at('17T14:00:02'),
  fundedAt: null,
  disputedAt: null,
  releasedAt: null,
  refundedAt: null,
  settledAt: null,
}

/** A contract that waits for its depositor. */
const unnamed: Escrow = { ...created, contract: null, address: null, depositorAddress: null, payoutTermsId: null }
const full: Escrow = { ...created, depositedUnits: created.amountUnits, depositTxId: DEPOSIT_TX }
const funded: Escrow = { ...full, state: 'funded', fundedAt: at('14T14:21:36') }
const disputed: Escrow = {
  ...funded,
  state: 'disputed',
  disputedAt: at('16T09:05:40'),
  disputeReason: 'Two of the forty bags arrived open.',
}
const released: Escrow = { ...funded, state: 'released', releasedAt: at('16T08:40:03') }
const settled: Escrow = { ...released, state: 'settled', settledAt: at('16T08:55:12'), settlementTxId: PAYOUT_TX }
const refunded: Escrow = { ...funded, state: 'refunded', refundedAt: at('16T08:40:03') }

const entry = (
  type: LogEntry['type'],
  actor: LogEntry['actor'],
  more: Pick<LogEntry, 'createdAt' | 'seal'> & Partial<LogEntry>,
): LogEntry => ({
  type,
  actor,
  details: {},
  ...more,
})
const decided = (outcome: EscrowOutcome) => ({ decision: { outcome, proof: `0x${'5c'.repeat(65)}` } })

const log = {
  created: entry('created', 'system', { createdAt: at('14T14:00:02'), seal: '0a1c55d2e1' }),
  seen: entry('deposit_detected', 'depositor', { createdAt: at('14T14:06:11'), seal: 'b2c4aa0019', details: { deposited: '2400' } }),
  funded: entry('funded', 'system', { createdAt: at('14T14:21:36'), seal: '3ad8e0417f' }),
  disputed: entry('disputed', 'depositor', {
    createdAt: at('16T09:05:40'),
    seal: '51f0d1b2c2',
    details: { reason: 'Two of the forty bags arrived open.' },
  }),
  released: entry('released', 'depositor', { createdAt: at('16T08:40:03'), seal: '90abff0e5d' }),
  settled: entry('settled', 'system', { createdAt: at('16T08:55:12'), seal: 'c71e00aa04' }),
  decided: entry('dispute_resolved', 'arbiter', {
    createdAt: at('17T10:00:00'),
    seal: '77d2ab01ce',
    details: { outcome: 'refund', resolution: 'The photographs show the open bags.' },
  }),
  refunded: entry('refunded', 'depositor', { createdAt: at('16T08:40:03'), seal: '90abff0e5e', details: { reason: 'Never sent.' } }),
}
const paidIn = [log.created, log.seen, log.funded]

const sample = (escrow: Escrow, more: Partial<SampleEscrow> = {}): SampleEscrow => ({
  escrow,
  role: 'depositor',
  now: at('14T17:00:00'),
  log: [log.created],
  payIn: undefined,
  explorerTx: 'https://etherscan.io/tx/',
  testNetwork: undefined,
  query: { id: escrow.id },
  formToken: SAMPLE_FORM_TOKEN,
  show: { step: 'overview' },
  ...more,
})

const payIn = {
  address: HELD,
  walletLink: `ethereum:0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48@1/transfer?address=${HELD}&uint256=2400000000`,
  qrText: HELD,
}
const coin = {
  contract: null,
  asset: 'BTC',
  chain: 'BTC',
  amountUnits: 5_000_000n,
  address: 'bc1qy9qzc6hhh3mp28ks4fw0d6t5ceulka8mkyymtw',
  depositorAddress: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
  beneficiaryAddress: 'bc1q34aq5drpuwy3wgl9lhup9892qp6svr8ldzyy7c',
} as const
const coinLink = `bitcoin:${coin.address}?amount=0.03`

/** The page of an escrow in every state, for tests and screenshots. */
export const sampleEscrows = {
  created: sample(created, { payIn }),
  'created-partly': sample(
    { ...created, ...coin, depositedUnits: 2_000_000n },
    {
      payIn: { address: coin.address, walletLink: coinLink, qrText: coinLink },
      explorerTx: 'https://mempool.space/tx/',
      testNetwork: 'regtest',
    },
  ),
  'created-beneficiary': sample(created, { role: 'beneficiary', payIn }),
  'created-unnamed': sample(unnamed),
  'created-unnamed-beneficiary': sample(unnamed, { role: 'beneficiary' }),
  'created-refused': sample({ ...created, address: null, contract: null }),
  'created-seen': sample(full, { log: [log.created, log.seen] }),
  'created-late': sample(created, { now: at('17T15:00:00'), payIn }),
  funded: sample({ ...funded, depositedUnits: 2_500_000_000n }, { log: paidIn }),
  'funded-beneficiary': sample(funded, { role: 'beneficiary', log: paidIn }),
  'funded-coin': sample({ ...funded, ...coin, depositedUnits: coin.amountUnits }, { log: paidIn, explorerTx: undefined }),
  'funded-unnamed': sample({ ...funded, ...coin, depositedUnits: coin.amountUnits, depositorAddress: null }, { log: paidIn }),
  'address-wrong': sample(
    { ...funded, ...coin, depositedUnits: coin.amountUnits, depositorAddress: null },
    { log: paidIn, show: { step: 'overview', typed: 'bc1qnonsense', problem: 'malformed' } },
  ),
  'address-review': sample(
    { ...funded, ...coin, depositedUnits: coin.amountUnits, depositorAddress: null },
    { log: paidIn, show: { step: 'name', address: coin.depositorAddress, holdHours: 48 } },
  ),
  overtaken: sample(released, { log: [...paidIn, log.released], show: { step: 'overview', isOvertaken: true } }),
  disputed: sample({ ...disputed, arbiterAddress: HELD }, { log: [...paidIn, log.disputed] }),
  'disputed-beneficiary': sample(disputed, {
    role: 'beneficiary',
    log: [...paidIn, { ...log.disputed, actor: 'beneficiary' }],
  }),
  'decided-refund': sample(
    { ...disputed, state: 'refunded', disputeResolution: 'The photographs show the open bags.', refundedAt: at('17T10:00:00') },
    {
      log: [...paidIn, log.disputed, log.decided, { ...log.refunded, actor: 'arbiter', createdAt: at('17T10:00:00'), details: {} }],
    },
  ),
  'decided-release': sample(
    {
      ...disputed,
      state: 'settled',
      disputeResolution: 'All bags arrived closed.',
      releasedAt: at('17T10:00:00'),
      settledAt: at('17T10:20:00'),
      settlementTxId: PAYOUT_TX,
    },
    {
      role: 'beneficiary',
      log: [...paidIn, log.disputed, { ...log.decided, details: { outcome: 'release', resolution: 'All bags arrived closed.' } }],
    },
  ),
  released: sample(released, { log: [...paidIn, log.released] }),
  'released-waiting': sample({ ...released, ...decided('release') }, { role: 'beneficiary', log: [...paidIn, log.released] }),
  settled: sample(settled, { log: [...paidIn, log.released, log.settled] }),
  'settled-beneficiary': sample(settled, { role: 'beneficiary', log: [...paidIn, log.released, log.settled] }),
  'refunded-waiting': sample({ ...refunded, ...decided('refund') }, { log: [...paidIn, log.refunded] }),
  refunded: sample(refunded, { log: [...paidIn, log.refunded] }),
  'refunded-sent': sample({ ...refunded, ...coin, settlementTxId: PAYOUT_TX }, { log: [...paidIn, log.refunded] }),
  overruled: sample(settled, {
    log: [...paidIn, log.refunded, { ...log.released, details: { transaction: PAYOUT_TX, overruled: 'refund' } }, log.settled],
  }),
  expired: sample(
    { ...created, state: 'expired' },
    { log: [log.created, entry('expired', 'system', { createdAt: at('17T14:00:02'), seal: 'ee01' })] },
  ),
  release: sample(funded, { log: paidIn, show: { step: 'release' } }),
  refund: sample(
    { ...funded, ...coin, depositedUnits: coin.amountUnits },
    { log: paidIn, show: { step: 'refund', reason: 'Never sent.' } },
  ),
  dispute: sample(funded, { log: paidIn, show: { step: 'dispute' } }),
  'dispute-missing': sample(funded, { log: paidIn, show: { step: 'dispute', reason: '', problem: 'missing' } }),
  'dispute-long': sample(funded, { log: paidIn, show: { step: 'dispute', reason: 'x'.repeat(2_001), problem: 'too_long' } }),
} as const satisfies Readonly<Record<string, SampleEscrow>>
