import { sumUnits } from '@gateway/domain/money/units'
import { paymentMachine, type PaymentState } from '@gateway/domain/payments/machine'
import { balanceOf, holds, stands } from './book.ts'
import type { Output } from './chain.ts'
import { cursorOf, type DepositRow, depositsOf, type PaymentRow, postingKey, type Rows } from './rows.ts'
import { isLive } from './settle.ts'
import type { World } from './world.ts'

/** Invariants after every step. @throws {Untrue} naming the broken one. */
export function expectTruths(world: World): void {
  expectMoves(world)
  expectCredits(world)
  expectBalances(world.rows)
  for (const { id } of world.rows.intents.values()) {
    const live = world.rows.attempts.filter((attempt) => attempt.intentId === id && isLive(attempt.state))
    holds(live.length <= 1, `${id} has one live attempt at most`)
    expectDearer(world.rows, id)
  }
}

/** Each attempt of a leg that excludes an earlier one pays more than it. */
function expectDearer({ attempts, rules }: Rows, id: string): void {
  const own = attempts.filter(({ intentId }) => intentId === id)
  const byInputs = Map.groupBy(own, ({ tx }) => tx.inputs.join())
  holds(!rules.watchesMempool || byInputs.size <= 1, `all transactions of ${id} exclude each other`)
  for (const rivals of byInputs.values())
    for (const [place, { tx }] of rivals.entries()) {
      const before = rivals[place - 1]?.tx.price ?? 0
      holds((tx.price ?? 0) > before, `${tx.id} pays more than the transaction it replaces`)
    }
}

/** Invariants of the payments' moves since the last call; called after each transaction of a scanner. */
export function expectMoves(world: World): void {
  for (const payment of world.rows.payments.values()) {
    const { id, path } = payment
    const known = world.checked.get(id) ?? 1
    world.checked.set(id, path.length)
    const moves = path.slice(known).map((state, place) => ({ from: path[known + place - 1], state }))
    for (const move of moves) expectKnownMove(id, move)
    expectLateForLife(payment)
    if (moves.some(({ state }) => state === 'confirmed')) expectConfirmed(world, payment)
    expectDetected(
      world.rows,
      payment,
      moves.some(({ from, state }) => from === 'pending' && state === 'detected'),
    )
  }
}

/** A payment that has left expired without a decision keeps the exception late. */
function expectLateForLife({ id, path, exceptions, acceptedAt }: PaymentRow): void {
  const hasLeftExpired = path.some((state, place) => state === 'expired' && place < path.length - 1)
  holds(!hasLeftExpired || acceptedAt !== null || exceptions.includes('late'), `${id} has left expired and is not late`)
}

/** Each state follows from the one before by a row of the table. */
function expectKnownMove(id: string, { from, state }: { from: PaymentState | undefined; state: PaymentState }): void {
  const targets: readonly string[] = from === undefined ? [] : Object.values(paymentMachine.states[from]).map(({ to }) => to)
  holds(targets.includes(state), `${id} goes from ${from} to ${state} by a row of its machine`)
}

/** A confirmed payment has enough money deep enough in recorded blocks, counted from the blocks and not from the rows. */
function expectConfirmed({ rows, chain }: World, payment: PaymentRow): void {
  const paidUpTo = (deepest: number): bigint => {
    const blocks = rows.ring.filter(({ height }) => height <= deepest).flatMap(({ hash }) => chain.archive.get(hash) ?? [])
    const outputs = blocks.flatMap((block) => block.txs.flatMap((tx) => tx.outputs))
    return sumUnits(outputs.filter((output) => output.to === payment.id && output.asset === payment.asset))
  }
  const { height } = cursorOf(rows)
  const units = paidUpTo(height - payment.confirmationsRequired + 1)
  holds(isEnough(payment, units), `${payment.id} is confirmed with ${units} of ${payment.dueUnits} deep enough`)
  const mined = paidUpTo(height)
  holds(payment.receivedUnits === mined, `${payment.id} is confirmed and counts ${payment.receivedUnits} of ${mined} in blocks`)
}

/** A payment is detected by deposits in time, and stays detected while it has them or lost them after its window. */
function expectDetected(rows: Rows, payment: PaymentRow, isNew: boolean): void {
  const own = depositsOf(rows, payment.id).filter((deposit) => deposit.asset === payment.asset)
  const live = own.filter((deposit) => deposit.state !== 'gone')
  if (isNew) {
    const inTime = sumUnits(live.filter((deposit) => isInTime(payment, own, deposit)))
    holds(isEnough(payment, inTime), `${payment.id} is detected with ${inTime} of ${payment.dueUnits} in time`)
  }
  if (payment.state !== 'detected') return
  const wasLostLate = own.some((deposit) => deposit.goneAt !== null && deposit.goneAt >= payment.expiresAt)
  holds(wasLostLate || isEnough(payment, sumUnits(live)), `${payment.id} is detected with ${sumUnits(live)} of ${payment.dueUnits}`)
}

/** An independent statement of the rule, without the product's function. */
export const isEnough = ({ dueUnits, toleranceUnits }: PaymentRow, units: bigint): boolean =>
  units > 0n && units + toleranceUnits >= dueUnits

/** The deposit arrived in time, or replaces one that did when enough was seen in time to lock the rate. */
export function isInTime(payment: PaymentRow, own: readonly DepositRow[], { arrivedAt, inheritedArrival }: DepositRow): boolean {
  if (arrivedAt < payment.expiresAt) return true
  const shown = sumUnits(own.filter((deposit) => deposit.arrivedAt < payment.expiresAt))
  return isEnough(payment, shown) && inheritedArrival !== null && inheritedArrival < payment.expiresAt
}

/** A deposit has exactly one unreversed credit while it is credited. */
function expectCredits(world: World): void {
  const standing = new Map<string, number>()
  for (const { kind, ...key } of world.rows.book.posted.values()) {
    if (kind === 'deposit' && stands(world.rows.book, kind, key)) standing.set(key.ref, (standing.get(key.ref) ?? 0) + 1)
  }
  for (const deposit of world.rows.deposits.values()) {
    const isCredited = deposit.creditRevision !== null
    holds((standing.get(deposit.id) ?? 0) === Number(isCredited), `${deposit.id} is credited once at a time`)
    if (isCredited) expectMined(world, deposit)
  }
}

/** Every credited deposit is in a recorded block. */
function expectMined({ rows, chain }: World, { id, height, blockHash, units, ...deposit }: DepositRow): void {
  const read = rows.ring.find((block) => block.height === height && block.hash === blockHash)
  const tx = chain.archive.get(read?.hash ?? '')?.txs.find((one) => one.id === deposit.txId)
  const isOfKind = ({ to, asset }: Output) => rows.rules.watchesMempool || (to === deposit.paymentId && asset === deposit.asset)
  holds(tx?.outputs.filter(isOfKind)[deposit.number]?.units === units, `${id} is credited with its amount in a recorded block`)
}

/** The ledger has the held and on-chain amounts of the rows. */
function expectBalances(rows: Rows): void {
  const { book } = rows
  const total = [...book.balances.values()].reduce((sum, balance) => sum + balance, 0n)
  holds(total === 0n, `the ledger sums to ${total}`)
  const credited = sumUnits([...rows.deposits.values()].filter(({ creditRevision }) => creditRevision !== null))
  const unitsWith = (kind: 'plan' | 'settle') =>
    sumUnits([...rows.intents.values()].filter((intent) => stands(book, kind, postingKey(intent))))
  const held = balanceOf(book, 'payment:held')
  holds(held === credited - unitsWith('plan'), `${held} is held of ${credited} credited and ${unitsWith('plan')} planned`)
  const lying = -balanceOf(book, 'chain:deposit') - balanceOf(book, 'chain:inflight')
  holds(lying === credited - unitsWith('settle'), `${lying} is on chain of ${credited} credited and ${unitsWith('settle')} settled`)
}
