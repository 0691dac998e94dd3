import type { ChainView, Deposit } from '@gateway/domain/chainwatch/deposit'
import type { AttemptState, IntentState } from '@gateway/domain/custody/machine'
import type { Holding } from '@gateway/domain/ledger/templates'
import type { AssetCode, ChainCode } from '@gateway/domain/money/asset'
import type { AssessedPayment } from '@gateway/domain/payments/assessment'
import type { PaymentState } from '@gateway/domain/payments/machine'
import type { Split } from '@gateway/domain/payments/rules'
import { type Book, newBook } from './book.ts'
import type { Flush, Tx } from './chain.ts'

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] }

/** A payment; its id is its address and its only tenant. */
export interface PaymentRow extends Mutable<AssessedPayment> {
  readonly id: string
  readonly feeBps: number
  receivedUnits: bigint
  /** What a price will say, should late money ask for one. */
  readonly isRateKept: boolean
  /** Every state it was in, in order. */
  readonly path: PaymentState[]
}

export interface DepositRow extends Mutable<Deposit> {
  readonly ref: string
  readonly paymentId: string
  blockHash: string | null
  /** Place of its transaction in its block. */
  place: number
  goneAt: Date | null
  creditedBy: string | null
  intentId: string | null
  /** Blocks it was orphaned out of, one entry for each time. */
  readonly orphanedFrom: string[]
}

export interface IntentRow {
  readonly id: string
  readonly paymentId: string
  readonly leg: number
  state: IntentState
  units: bigint
  split: Split
  /** Counts the rounds of its postings. */
  posting: number
  platformPaid: boolean
}

/** A signed transaction of one intent. */
export interface AttemptRow {
  readonly intentId: string
  readonly tx: Tx
  readonly feeUnits: bigint
  state: AttemptState
  height: number | null
  sentHeight: number | null
  /** How often a block held it. */
  timesMined: number
}

export interface FlushRow extends Flush {
  readonly height: number
  readonly blockHash: string
  intentId: string | null
}

/** What a deposit's transaction consumes, and where a rival has consumed it. */
interface BindRow {
  readonly bind: string
  readonly txId: string
  rivalHeight: number | null
}

/** How the chain of a world works. */
export interface Rules {
  readonly asset: AssetCode
  readonly chain: ChainCode
  readonly watchesMempool: boolean
  /** So many blocks, its own included, make a block final. */
  readonly finalDepth: number
}

/** Everything the gateway keeps; a crash leaves it as the last transaction did. */
export interface Rows {
  readonly rules: Rules
  readonly payments: Map<string, PaymentRow>
  readonly deposits: Map<string, DepositRow>
  readonly intents: Map<string, IntentRow>
  readonly attempts: AttemptRow[]
  flushes: FlushRow[]
  readonly binds: BindRow[]
  /** Blocks that were read and not taken back; the last is the cursor. */
  readonly ring: { readonly height: number; readonly hash: string; readonly at: Date }[]
  /** Who may write about the chain. */
  lease: number
  knownUntil: Date | null
  /** Blocks that were taken back in a row, and when two or more were last. */
  takenBack: number
  reorganisedAt: Date | null
  /** What an account chain has called final; it never takes that back. */
  finalizedHeight: number
  readonly book: Book
}

/** A gateway that has read the first block and knows nothing else. */
export const newRows = (rules: Rules, first: { height: number; hash: string; at: Date }): Rows => ({
  rules,
  payments: new Map(),
  deposits: new Map(),
  intents: new Map(),
  attempts: [],
  flushes: [],
  binds: [],
  ring: [first],
  lease: 0,
  knownUntil: null,
  takenBack: 0,
  reorganisedAt: null,
  finalizedHeight: 0,
  book: newBook(),
})

/** The last block that was read. */
export function cursorOf({ ring }: Rows): Rows['ring'][number] {
  const cursor = ring.at(-1)
  if (!cursor) throw new Error('the ring is empty')
  return cursor
}

/** What is known of the chain at a moment. Only account chains have a finalized tag. */
export function viewOf(rows: Rows, at: Date): ChainView {
  const { height } = cursorOf(rows)
  return { height, finalizedHeight: rows.rules.watchesMempool ? undefined : rows.finalizedHeight, at }
}

/** Whose money a payment's is. */
export const holdingOf = ({ asset, chain }: Rules): Holding => ({ asset, chain, mode: 'live', businessId: 'shop' })

/** Deposits of a payment, of every asset and state. */
export const depositsOf = (rows: Rows, paymentId: string): DepositRow[] =>
  [...rows.deposits.values()].filter((deposit) => deposit.paymentId === paymentId)

/** Deposits that an intent pays out. */
export const depositsIn = (rows: Rows, intentId: string): DepositRow[] =>
  [...rows.deposits.values()].filter((deposit) => deposit.intentId === intentId)

/** Reference of an intent's postings in their present round. */
export const postingRef = ({ id, posting }: IntentRow): string => `${id}#${posting}`
