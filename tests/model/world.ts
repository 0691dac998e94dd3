import { assetOf } from '@gateway/domain/money/asset'
import { usdCents } from '@gateway/domain/money/rate'
import { paymentMachine } from '@gateway/domain/payments/machine'
import { defaultRules } from '@gateway/domain/payments/payment-rules'
import { requiredConfirmations, toleranceUnits } from '@gateway/domain/payments/rules'
import { type Chain, newChain, tipOf, type Tx } from './chain.ts'
import { USD_RATE } from './judge.ts'
import type { Sent } from './payouts.ts'
import { type Random, randomOf } from './random.ts'
import { newRows, type PaymentRow, type Rows, type Rules } from './rows.ts'
import type { Scanner } from './scanner.ts'

/** One schedule's chain, gateway, processes and actors. */
export interface World {
  readonly random: Random
  readonly chain: Chain
  readonly rows: Rows
  readonly scanners: readonly Scanner[]
  readonly broadcasters: { sent: Sent | undefined }[]
  /** Every transaction of a payer, so that it can be sent again. */
  readonly made: Tx[]
  /** Transactions that were ever orphaned, replaced or forgotten: they may not have been seen in time. */
  readonly disturbed: Set<string>
  /** Number of checked states in each payment's path. */
  readonly checked: Map<string, number>
  /** The highest block ever; an account chain never reorganises finalized blocks. */
  highest: number
  now: Date
}

const START = new Date(Date.UTC(2026, 9, 1, 12))
const WINDOW_MS = 15 * 60_000

/** Both families of chains. */
const families: readonly Rules[] = [
  { asset: 'BTC', chain: 'BTC', watchesMempool: true, finalDepth: 6 },
  { asset: 'USDC_ETH', chain: 'ETH', watchesMempool: false, finalDepth: 16 },
]

/** The world of a seed, with one to three pending payments. */
export function openWorld(seed: number): World {
  const random = randomOf(seed)
  const rules = random.pick(families)
  if (!rules) throw new Error('there is no family')
  const chain = newChain(rules.asset, START)
  const rows = newRows(rules, tipOf(chain))
  for (let number = 1 + random.below(3); number > 0; number--) addPayment(rows, `payment-${number}`, random)
  return {
    random,
    chain,
    rows,
    // The second one is fenced from the start.
    scanners: [0, -1].map((lease) => ({ lease, read: undefined })),
    broadcasters: [{ sent: undefined }, { sent: undefined }],
    made: [],
    disturbed: new Set(),
    checked: new Map(),
    highest: 0,
    now: START,
  }
}

/** Small amounts need one confirmation on Bitcoin, the largest need finality on Ethereum. */
const DUE = [5_000n, 20_000n, 100_000n, 900_000n, 5_000_000n, 30_000_000n] as const

function addPayment({ rules, payments }: Rows, id: string, random: Random): void {
  const asset = assetOf(rules.asset)
  const dueUnits = random.pick(DUE) ?? DUE[0]
  const toleranceBps = random.pick([0, 500]) ?? 0
  const policy = requiredConfirmations({ rules: defaultRules, chain: rules.chain, usdCents: usdCents(dueUnits, asset, USD_RATE) })
  const payment: PaymentRow = {
    id,
    asset: rules.asset,
    state: paymentMachine.initial,
    path: [paymentMachine.initial],
    feeBps: random.pick([0, 50, 100]) ?? 0,
    dueUnits,
    toleranceBps,
    toleranceUnits: toleranceUnits(defaultRules, { asset, units: dueUnits, toleranceBps }),
    rules: defaultRules,
    expiresAt: new Date(START.getTime() + WINDOW_MS),
    confirmationsRequired: policy.confirmations,
    finalityRequired: policy.finality,
    includedHeight: null,
    exceptions: [],
    lateVerdict: null,
    acceptedAt: null,
    isRateKept: random.happens(50),
    returningUnits: 0n,
    receivedUnits: 0n,
  }
  payments.set(id, payment)
}
