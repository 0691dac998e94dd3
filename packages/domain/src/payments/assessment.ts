import type { ChainView, Deposit } from '../chainwatch/deposit.ts'
import { assetOf, quotedUnit } from '../money/asset.ts'
import { sumUnits } from '../money/units.ts'
import { admissible, inWindow, lateQuestion, withInheritedArrivals } from './late-payment.ts'
import { isCompleted, type PaymentInput } from './machine.ts'
import type { Payment, PaymentException } from './payment.ts'
import type { ConfirmationPolicy, Ruled } from './payment-rules.ts'
import { confirmationsAt, isSufficient, remainderUnits, toleranceUnits } from './rules.ts'

/** The terms, rules and state of the payment to assess. */
export type AssessedPayment = Pick<
  Payment,
  | 'state'
  | 'asset'
  | 'dueUnits'
  | 'toleranceUnits'
  | 'toleranceBps'
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

/** The sum of a payment's deposits, and the resulting machine inputs, in order. */
export interface Assessment {
  readonly receivedUnits: bigint
  readonly exceptions: readonly PaymentException[]
  /** The transaction shown to clients: that of the deepest deposit, which is always needed. */
  readonly txId: string | null
  /** Highest block among the needed deposits; null while one of them is unmined or the amount is incomplete. */
  readonly includedHeight: number | null
  readonly inputs: readonly PaymentInput[]
}

/**
 * Assesses a payment by its deposits.
 * A pure function of stored facts: repeated, reordered or late facts end in the same state, and a replay runs it too. Deposits of another
 * asset only set `wrong_asset`; late deposits never make a pending payment detected, and complete an expired or detected one only by
 * decision.
 */
export function assessPayment(payment: AssessedPayment, deposits: readonly Deposit[], view: ChainView): Assessment {
  const counted = countedFor(payment, deposits)
  const live = liveDeposits(payment, counted).toSorted(byDepthThenAge)
  const needed = neededDeposits(payment, settling(payment, live))
  const includedHeight = heightOf(needed)
  const inputs = inputsOf(payment, { needed, counted, includedHeight }, view)
  const isPaid = isCompleted(payment.state) || inputs.includes('confirm')
  const shown = isPaid ? minedDeposits(payment, live) : live
  const receivedUnits = sumUnits(shown)
  const standing = { shown, receivedUnits, leavesExpired: payment.state === 'expired' && needed.length > 0 }
  return {
    receivedUnits,
    exceptions: exceptionsOf(payment, { counted, hasOthers: deposits.length > counted.length }, standing),
    txId: live.find(hasTransaction)?.txId ?? null,
    includedHeight,
    inputs,
  }
}

/** Every deposit of a payment's own asset, with its effective arrival. */
export const countedFor = <Known extends Deposit>(
  payment: Pick<Payment, 'asset' | 'dueUnits' | 'toleranceUnits' | 'expiresAt'>,
  deposits: readonly Known[],
): readonly Known[] =>
  withInheritedArrivals(
    payment,
    deposits.filter((deposit) => deposit.asset === payment.asset),
  )

/** The seen or mined deposits of the payment's own asset. */
export const liveDeposits = <Known extends Deposit>(payment: Pick<Payment, 'asset'>, deposits: readonly Known[]): Known[] =>
  deposits.filter((deposit) => deposit.asset === payment.asset && deposit.state !== 'gone')

/** The deposits of the shown amount: seen or mined, and from the confirmation on only mined. */
export const shownDeposits = <Known extends Deposit>(payment: Pick<Payment, 'asset' | 'state'>, deposits: readonly Known[]): Known[] =>
  isCompleted(payment.state) ? minedDeposits(payment, deposits) : liveDeposits(payment, deposits)

/** The mined deposits of the payment's own asset. */
export const minedDeposits = <Known extends Deposit>(payment: Pick<Payment, 'asset'>, deposits: readonly Known[]): Known[] =>
  liveDeposits(payment, deposits).filter(isMined)

const isMined = ({ state }: Deposit): boolean => state === 'included'

/** It is mined, or was before a reorg and no other transaction replaced it. */
const hasLived = (deposit: Deposit): boolean => isMined(deposit) || (deposit.reorged && !(deposit.state === 'gone' && deposit.replaced))

/** Shown confirmations: the lowest count among the needed deposits, one short while finality is pending. */
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

/** True when a block has every required confirmation. */
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
  /** The deposits of the shown amount. */
  readonly shown: readonly Deposit[]
  readonly receivedUnits: bigint
  /** The window is over, but its deposits revive it. */
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

/** A partly paid payment expires as underpaid; only one whose deposits are all proven dead fails. */
function lossOf(payment: AssessedPayment, { counted }: Judged, view: ChainView): PaymentInput[] {
  if (view.at < payment.expiresAt) return ['vanish']
  if (lateQuestion(payment, liveDeposits(payment, counted)) !== undefined) return []
  const mayCome = counted.filter((deposit) => deposit.state !== 'gone' || !deposit.dead)
  if (isSufficient(payment, sumUnits(admissible(payment, mayCome)))) return []
  return [mayCome.length > 0 ? 'vanish' : 'die']
}

/**
 * The deposits that may complete a payment, deepest first. A pending payment counts only deposits of its window; afterwards later ones need
 * a rate verdict. A completed payment counts all.
 */
function settling(payment: AssessedPayment, live: readonly Deposit[]): readonly Deposit[] {
  if (payment.state === 'pending') return inWindow(payment, live)
  const admitted = admissible(payment, live)
  const isOpen = payment.state === 'detected' || payment.state === 'expired'
  return isOpen || isSufficient(payment, sumUnits(admitted)) ? admitted : live
}

/** The fewest deposits, deepest first, that are sufficient together; empty when they are not. */
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
  { counted, hasOthers }: { counted: readonly Deposit[]; hasOthers: boolean },
  { shown, receivedUnits, leavesExpired }: Standing,
): PaymentException[] {
  const short = receivedUnits > 0n && !isSufficient(payment, receivedUnits)
  const holds: Record<PaymentException, boolean> = {
    underpaid: short || (payment.acceptedAt !== null && isBelowTerms(payment, receivedUnits)),
    overpaid: receivedUnits > payment.dueUnits + quotedUnit(assetOf(payment.asset)),
    late: (leavesExpired && payment.acceptedAt === null) || counted.some((deposit) => deposit.arrivedAt >= payment.expiresAt),
    multiple: shown.length > 1 || counted.filter(hasLived).length > 1,
    wrong_asset: hasOthers,
    replaced: counted.some((deposit) => deposit.replaced),
    reorged: counted.some((deposit) => deposit.reorged),
  }
  return allExceptions.filter((flag) => holds[flag] || (stickyExceptions.has(flag) && payment.exceptions.includes(flag)))
}

/** Less than the terms of its creation ask for; an acceptance has widened the tolerance since. */
const isBelowTerms = (payment: AssessedPayment, receivedUnits: bigint): boolean =>
  remainderUnits(payment.dueUnits, receivedUnits) >
  toleranceUnits(payment.rules, { asset: assetOf(payment.asset), units: payment.dueUnits, toleranceBps: payment.toleranceBps ?? 0 })

/** Flags that stay for ever. A deposit that was never mined leaves no `multiple`. */
const stickyExceptions: ReadonlySet<PaymentException> = new Set(['late', 'wrong_asset', 'replaced', 'reorged'])

/** Every exception, in the order shown to clients. */
export const allExceptions = [
  'underpaid',
  'overpaid',
  'late',
  'multiple',
  'wrong_asset',
  'replaced',
  'reorged',
] as const satisfies readonly PaymentException[]

/** False for an internal transfer, whose id is its ref: no transaction names it. */
export const hasTransaction = ({ id, chain, txId }: Pick<Deposit, 'id' | 'chain' | 'txId'>): boolean => id !== `${chain}:${txId}`

// Not spread into arguments, whose number is limited: the payer controls the number of deposits.
const heightOf = (needed: readonly Deposit[]): number | null =>
  needed.length > 0 && needed.every((deposit) => deposit.height !== null)
    ? needed.reduce((highest, { height }) => Math.max(highest, height ?? 0), 0)
    : null

const byDepthThenAge = (a: Deposit, b: Deposit): number =>
  (a.height ?? Number.MAX_SAFE_INTEGER) - (b.height ?? Number.MAX_SAFE_INTEGER) ||
  a.arrivedAt.getTime() - b.arrivedAt.getTime() ||
  (a.id < b.id ? -1 : 1)
