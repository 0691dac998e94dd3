import { feeCapUnits } from '@gateway/domain/custody/rules'
import { accept, type Chain, type Tx } from './chain.ts'
import { holds } from './book.ts'
import { move } from './judge.ts'
import { postBroadcast, DUST, isUnpaid, MAX_FEE, moveIntent } from './legs.ts'
import type { Random } from './random.ts'
import { type AttemptRow, cursorOf, depositsIn, type IntentRow, type Rows } from './rows.ts'
import { isLive } from './settle.ts'

/** Signs the waiting legs of a payment and stores the bytes, in one transaction; repeating does nothing. */
export function sign(rows: Rows, paymentId: string, random: Random): void {
  const waits = ({ state }: IntentRow) => state === 'planned' || state === 'held'
  const intents = [...rows.intents.values()].filter((row) => row.paymentId === paymentId && waits(row) && isUnpaid(rows, row))
  for (const intent of intents) signLeg(rows, intent, random)
}

function signLeg(rows: Rows, intent: IntentRow, random: Random): void {
  const payment = rows.payments.get(intent.paymentId)
  if (!payment) return
  if (!isFunded(rows, intent)) return void moveIntent(intent, 'hold')
  const earlier = rows.attempts.filter((attempt) => attempt.intentId === intent.id)
  holds(!earlier.some((attempt) => isLive(attempt.state)), `${intent.id} has one live attempt at most`)
  const feeUnits = rows.rules.watchesMempool ? MAX_FEE - BigInt(random.below(200)) : 0n
  const tx = transactionOf(rows, intent, earlier.length)
  rows.attempts.push({ ...fresh, intentId: intent.id, tx, feeUnits })
  moveIntent(intent, 'sign')
  move(payment, 'sign')
}

const fresh = { state: 'signed', height: null, sentHeight: null, timesMined: 0 } as const satisfies Partial<AttemptRow>

/** The relay fee of a replacement. */
const INCREMENT = 141n

/**
 * Fee-bumps the unmined attempt of a leg, with the same inputs and a higher fee than all before, within the cap. At any moment: the ledger must be
 * right whenever it happens.
 */
export function replacePayout(rows: Rows, intent: IntentRow): void {
  const earlier = rows.attempts.filter((attempt) => attempt.intentId === intent.id)
  const live = earlier.find(
    ({ state, height, sentHeight }) => (state === 'signed' || state === 'broadcast') && height === null && sentHeight !== null,
  )
  if (!live || !isFunded(rows, intent)) return
  const rivals = earlier.filter((attempt) => consumeTheSame(attempt.tx, live.tx))
  const highest = rivals.reduce((most, { feeUnits }) => (feeUnits > most ? feeUnits : most), 0n)
  const feeUnits = rows.rules.watchesMempool ? highest + INCREMENT : 0n
  if (feeUnits > mostFee(intent)) return
  const price = 1 + Math.max(...rivals.map(({ tx }) => tx.price ?? 0))
  live.state = 'superseded'
  const tx = { ...live.tx, id: `pay-${intent.id}-${earlier.length}`, price }
  rows.attempts.push({ ...fresh, intentId: intent.id, tx, feeUnits })
}

/** True when they exclude each other. */
export const consumeTheSame = (one: Tx, other: Tx): boolean => one.inputs.join() === other.inputs.join()

/** The fee cap, lowered so that the merchant gets more than dust. */
function mostFee({ units, split }: IntentRow): bigint {
  const cap = feeCapUnits({ shareBps: 200, floorUnits: 3_000n }, units)
  const left = units - split.feeUnits - DUST
  return left < cap ? left : cap
}

/** True when all its deposits are in blocks; orphaned ones may be mined again and are waited for. */
export function isFunded(rows: Rows, intent: IntentRow): boolean {
  const mined = depositsIn(rows, intent.id).filter((deposit) => deposit.state === 'included')
  return mined.reduce((sum, { units }) => sum + units, 0n) === intent.units
}

/** Spends the leg's outputs, or flushes the deposit contract with the gas payer's next nonce. */
function transactionOf(rows: Rows, intent: IntentRow, n: number): Tx {
  const id = `pay-${intent.id}-${n}`
  const price = 1
  const nonce = new Set(rows.attempts.flatMap((attempt) => attempt.tx.inputs)).size
  if (!rows.rules.watchesMempool) return { id, inputs: [`gas-payer/${nonce}`], outputs: [], flushes: intent.paymentId, price }
  const refs = depositsIn(rows, intent.id).map((deposit) => deposit.ref)
  return { id, inputs: refs.toSorted(), outputs: [], price }
}

/** A broadcast answer that is not yet recorded. */
export interface Sent {
  readonly attempt: AttemptRow
  readonly isKnown: boolean
  readonly height: number
}

/** Sends the oldest unmined transaction not yet sent at this height. The node may accept it without an answer. */
export function send({ chain, rows }: { chain: Chain; rows: Rows }, answers: boolean): Sent | undefined {
  const { height } = cursorOf(rows)
  const attempt = rows.attempts.find(
    ({ state, height: mined, sentHeight }) =>
      (state === 'signed' || state === 'broadcast') && mined === null && (sentHeight ?? -1) < height,
  )
  return attempt && { attempt, height, isKnown: accept(chain, attempt.tx) && answers }
}

/** Records the answer: only an acceptance changes state. */
export function recordSent(rows: Rows, { attempt, isKnown, height }: Sent): void {
  if (attempt.state !== 'signed' && attempt.state !== 'broadcast') return
  attempt.sentHeight = height
  const wasSigned = attempt.state === 'signed'
  if (isKnown) attempt.state = 'broadcast'
  const intent = rows.intents.get(attempt.intentId)
  if (isKnown && wasSigned && intent && moveIntent(intent, 'broadcast')) postBroadcast(rows, intent)
}
