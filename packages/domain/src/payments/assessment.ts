import type { ChainView, Deposit } from '../chainwatch/deposit.ts'
import { assetOf, quotedUnit } from '../money/asset.ts'
import { sumUnits } from '../money/units.ts'
import { comesBack, isPaidInTime } from './late.ts'
import type { PaymentInput } from './machine.ts'
import type { Payment, PaymentException } from './payment.ts'
import type { ConfirmationPolicy, Ruled } from './payment-rules.ts'
import { confirmationsAt, isSufficient } from './rules.ts'

/** The terms, the rules and the state that facts are judged against. */
export type AssessedPayment = Pick<
  Payment,
  | 'state'
  | 'asset'
  | 'dueUnits'
  | 'toleranceUnits'
  | 'expiresAt'
  | 'confirmationsRequired'
  | 'finalityRequired'
  | 'includedHeight'
  | 'exceptions'
  | 'lateVerdict'
  | 'acceptedAt'
  | 'returningUnits'
> &
  Ruled

/** What the deposits of a payment add up to, and the inputs its machine receives because of them, in order. */
export interface Assessment {
  readonly receivedUnits: bigint
  readonly exceptions: readonly PaymentException[]
  /** The transaction a client is shown: that of the deepest deposit, which is always the first one needed. */
  readonly txId: string | null
  /** Highest block among the needed deposits; null while one of them is unconfirmed or the amount is not there. */
  readonly includedHeight: number | null
  readonly inputs: readonly PaymentInput[]
}

/**
 * Judges a payment by its deposits.
 *
 * A pure function of stored facts, so the same facts in any order, twice or late, end in the same state; it is also what a replay runs.
 * Deposits of another asset only set `wrong_asset`; deposits that arrive after the window never make a pending payment detected, and an expired
 * one only where that was decided.
 */
export function assessPayment(payment: AssessedPayment, deposits: readonly Deposit[], view: ChainView): Assessment {
  const counted = deposits.filter((deposit) => deposit.asset === payment.asset)
  const live = liveDeposits(payment, counted).toSorted(byDepthThenAge)
  const receivedUnits = sumUnits(live)
  const needed = isOpenTo(payment, live) ? neededDeposits(payment, live) : []
  const includedHeight = heightOf(needed)
  return {
    receivedUnits,
    exceptions: exceptionsOf(payment, deposits, { receivedUnits, leavesExpired: payment.state === 'expired' && needed.length > 0 }),
    txId: live.find(hasTransaction)?.txId ?? null,
    includedHeight,
    inputs: inputsOf(payment, { needed, counted, includedHeight }, view),
  }
}

/** Those of some deposits that count towards a payment now: of its own asset, seen or mined. */
export const liveDeposits = <Known extends Deposit>(payment: Pick<Payment, 'asset'>, deposits: readonly Known[]): Known[] =>
  deposits.filter((deposit) => deposit.asset === payment.asset && deposit.state !== 'gone')

/** Confirmations shown to a client: the lowest count among the needed deposits, one short while finality is still awaited. */
export function shownConfirmations(
  policy: ConfirmationPolicy,
  includedHeight: number | null,
  view: Pick<ChainView, 'height' | 'finalizedHeight'>,
): number {
  if (includedHeight === null) return 0
  const depth = Math.min(confirmationsAt(includedHeight, view.height), policy.confirmations)
  const awaitsFinality = policy.finality && (view.finalizedHeight ?? -1) < includedHeight
  return awaitsFinality ? Math.min(depth, policy.confirmations - 1) : depth
}

/** True when a block has every confirmation that the payment asks for. */
export function hasRequiredConfirmations(
  payment: Pick<Payment, 'confirmationsRequired' | 'finalityRequired'>,
  height: number,
  view: ChainView,
): boolean {
  return shownConfirmations(policyOf(payment), height, view) >= payment.confirmationsRequired
}

/** The confirmation policy frozen on a payment. */
export const policyOf = (payment: Pick<Payment, 'confirmationsRequired' | 'finalityRequired'>): ConfirmationPolicy => ({
  confirmations: payment.confirmationsRequired,
  finality: payment.finalityRequired,
})

interface Standing {
  readonly receivedUnits: bigint
  /** Its window was over, and its deposits bring it back all the same. */
  readonly leavesExpired: boolean
}

interface Judged {
  readonly needed: readonly Deposit[]
  readonly counted: readonly Deposit[]
  readonly includedHeight: number | null
}

function inputsOf(payment: AssessedPayment, judged: Judged, view: ChainView): PaymentInput[] {
  if (payment.state === 'pending' || payment.state === 'expired')
    return judged.needed.length > 0 ? ['detect', ...progressOf(payment, judged, view)] : []
  if (payment.state !== 'detected') return []
  return judged.needed.length > 0 ? progressOf(payment, judged, view) : lossOf(payment, judged, view)
}

function progressOf(payment: AssessedPayment, { includedHeight }: Judged, view: ChainView): PaymentInput[] {
  if (includedHeight === null) return []
  const include: PaymentInput[] = payment.includedHeight === null ? ['include'] : []
  return hasRequiredConfirmations(payment, includedHeight, view) ? [...include, 'confirm'] : include
}

function lossOf(payment: AssessedPayment, { counted }: Judged, view: ChainView): PaymentInput[] {
  if (view.at < payment.expiresAt) return ['vanish']
  const mayStillCount = counted.filter((deposit) => deposit.state !== 'gone' || !deposit.dead)
  return isSufficient(payment, sumUnits(mayStillCount)) ? [] : ['die']
}

/** Only money that arrived on window makes a pending payment detected; once it is, the window no longer applies to any of its deposits. */
function isOpenTo(payment: AssessedPayment, live: readonly Deposit[]): boolean {
  if (payment.state === 'expired') return comesBack(payment, live)
  if (payment.state !== 'pending') return true
  return isPaidInTime(payment, live)
}

/** The fewest deposits, deepest first, that are sufficient together; none when all of them are not. */
function neededDeposits(payment: AssessedPayment, live: readonly Deposit[]): readonly Deposit[] {
  let total = 0n
  for (const [index, deposit] of live.entries()) {
    total += deposit.units
    if (isSufficient(payment, total)) return live.slice(0, index + 1)
  }
  return []
}

function exceptionsOf(
  payment: AssessedPayment,
  deposits: readonly Deposit[],
  { receivedUnits, leavesExpired }: Standing,
): PaymentException[] {
  const counted = deposits.filter((deposit) => deposit.asset === payment.asset)
  const short = receivedUnits > 0n && !isSufficient(payment, receivedUnits)
  const holds: Record<PaymentException, boolean> = {
    underpaid: short,
    overpaid: receivedUnits > payment.dueUnits + quotedUnit(assetOf(payment.asset)),
    late: leavesExpired || counted.some((deposit) => deposit.arrivedAt >= payment.expiresAt),
    multiple: liveDeposits(payment, counted).length > 1,
    wrong_asset: deposits.length > counted.length,
    replaced: counted.some((deposit) => deposit.replaced),
    reorged: counted.some((deposit) => deposit.reorged),
  }
  const isSticky = (flag: PaymentException) => flag !== 'underpaid' && flag !== 'overpaid'
  return allExceptions.filter((flag) => holds[flag] || (isSticky(flag) && payment.exceptions.includes(flag)))
}

/** Every exception, in the order clients see them. */
export const allExceptions = [
  'underpaid',
  'overpaid',
  'late',
  'multiple',
  'wrong_asset',
  'replaced',
  'reorged',
] as const satisfies readonly PaymentException[]

/** Coins that no transaction names go by their place alone. */
const hasTransaction = ({ id, chain, txId }: Deposit): boolean => id !== `${chain}:${txId}`

// Not spread into arguments, of which there can be too many: whoever pays decides how many deposits there are.
const heightOf = (needed: readonly Deposit[]): number | null =>
  needed.length > 0 && needed.every((deposit) => deposit.height !== null)
    ? needed.reduce((highest, { height }) => Math.max(highest, height ?? 0), 0)
    : null

const byDepthThenAge = (a: Deposit, b: Deposit): number =>
  (a.height ?? Number.MAX_SAFE_INTEGER) - (b.height ?? Number.MAX_SAFE_INTEGER) ||
  a.arrivedAt.getTime() - b.arrivedAt.getTime() ||
  (a.id < b.id ? -1 : 1)
