import type { ChainView, Deposit } from '@gateway/domain/chainwatch/deposit'
import type { AttemptState, IntentState } from '@gateway/domain/custody/machine'
import type { PostingKey } from '@gateway/domain/ledger/entry'
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
  /** Whether a late deposit will find a good rate. */
  readonly isRateKept: boolean
  /** Every state it was in, in order. */
  readonly path: PaymentState[]
}

export interface DepositRow extends Mutable<Deposit> {
  readonly ref: string
  /** Its number: of an output in its transaction, of a log among those of its token and receiver. */
  readonly number: number
  readonly paymentId: string
  blockHash: string | null
  /** Index of its transaction in its block. */
  place: number
  goneAt: Date | null
  creditRevision: number | null
  intentId: string | null
  timesOrphaned: number
}

export interface IntentRow {
  readonly id: string
  readonly paymentId: string
  readonly leg: number
  state: IntentState
  units: bigint
  split: Split
  /** The number of its posting round. */
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
  /** Number of times it was mined. */
  timesMined: number
}

export interface FlushRow extends Flush {
  readonly height: number
  readonly blockHash: string
  intentId: string | null
}

/** An input of a deposit's transaction, and the block in which a rival spent it. */
interface InputRow {
  readonly input: string
  readonly txId: string
  rivalHeight: number | null
}

/** The properties of a world's chain. */
export interface Rules {
  readonly asset: AssetCode
  readonly chain: ChainCode
  readonly watchesMempool: boolean
  /** Blocks that make a block final, its own included. */
  readonly finalDepth: number
}

/** The gateway's database; a crash leaves it as of the last transaction. */
export interface Rows {
  readonly rules: Rules
  readonly payments: Map<string, PaymentRow>
  readonly deposits: Map<string, DepositRow>
  readonly intents: Map<string, IntentRow>
  readonly attempts: AttemptRow[]
  flushes: FlushRow[]
  readonly inputs: InputRow[]
  /** Recorded blocks that were not rolled back; the last is the cursor. */
  readonly ring: { readonly height: number; readonly hash: string; readonly at: Date }[]
  /** The lease of the scanner. */
  lease: number
  knownUntil: Date | null
  /** Consecutive rolled-back blocks, and the last time there were two or more. */
  takenBack: number
  reorganisedAt: Date | null
  /** The finalized height of an account chain; never reorganised. */
  finalizedHeight: number
  readonly book: Book
}

/** A gateway that has recorded only the first block. */
export const newRows = (rules: Rules, first: { height: number; hash: string; at: Date }): Rows => ({
  rules,
  payments: new Map(),
  deposits: new Map(),
  intents: new Map(),
  attempts: [],
  flushes: [],
  inputs: [],
  ring: [first],
  lease: 0,
  knownUntil: null,
  takenBack: 0,
  reorganisedAt: null,
  finalizedHeight: 0,
  book: newBook(),
})

/** The last recorded block. */
export function cursorOf({ ring }: Rows): Rows['ring'][number] {
  const cursor = ring.at(-1)
  if (!cursor) throw new Error('the ring is empty')
  return cursor
}

/** The known state of the chain at a moment. Only account chains have a finalized tag. */
export function viewOf(rows: Rows, at: Date): ChainView {
  const { height } = cursorOf(rows)
  return { height, finalizedHeight: rows.rules.watchesMempool ? undefined : rows.finalizedHeight, at }
}

/** The owner and asset of a payment's money. */
export const holdingOf = ({ asset, chain }: Rules): Holding => ({ asset, chain, mode: 'live', businessId: 'shop' })

/** Deposits of a payment, of every asset and state. */
export const depositsOf = (rows: Rows, paymentId: string): DepositRow[] =>
  [...rows.deposits.values()].filter((deposit) => deposit.paymentId === paymentId)

/** The deposits of an intent. */
export const depositsIn = (rows: Rows, intentId: string): DepositRow[] =>
  [...rows.deposits.values()].filter((deposit) => deposit.intentId === intentId)

/** The key of an intent's postings in the current round. */
export const postingKey = ({ id, posting }: IntentRow): PostingKey => ({ ref: id, revision: posting })
