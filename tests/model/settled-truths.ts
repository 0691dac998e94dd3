import { sumUnits } from '@gateway/domain/money/units'
import { balanceOf, holds } from './book.ts'
import type { Output } from './chain.ts'
import { isFunded } from './payouts.ts'
import { freeOf, isUnpaid, isWorthSending } from './legs.ts'
import { depositsIn, depositsOf, type IntentRow, type PaymentRow, type Rows } from './rows.ts'
import { isEnough, isInTime } from './truths.ts'
import type { World } from './world.ts'

/** Invariants at the end of a schedule. @throws {Untrue} naming the broken one. */
export function expectEnded(world: World): void {
  const { rows } = world
  for (const payment of rows.payments.values()) {
    expectReceived(world, payment)
    expectInTime(world, payment)
    expectLate(rows, payment)
    expectEnd(rows, payment)
  }
  for (const intent of rows.intents.values()) expectLeg(world, intent)
  expectBook(world)
}

/** Exactly the deposits on the best chain count for a payment. */
function expectReceived({ rows, chain, made }: World, payment: PaymentRow): void {
  const outputs = chain.blocks.flatMap((block) => block.txs.flatMap((tx) => tx.outputs))
  const units = sumUnits(outputs.filter((output) => isFor(payment, output)))
  holds(payment.receivedUnits === units, `${payment.id} received ${payment.receivedUnits} of ${units}`)
  const counted = depositsOf(rows, payment.id).filter((deposit) => deposit.state !== 'gone' && deposit.asset === payment.asset)
  holds(
    counted.every((deposit) => deposit.state === 'included'),
    `${payment.id} waits for an unknown transaction`,
  )
  for (const [txId, deposits] of Map.groupBy(depositsOf(rows, payment.id), (deposit) => deposit.txId)) {
    const paid = made.find(({ id }) => id === txId)?.outputs.filter(({ to }) => to === payment.id) ?? []
    holds(deposits.length <= paid.length, `${payment.id} knows ${deposits.length} deposits of ${txId}, which makes ${paid.length}`)
  }
}

const isFor = (payment: PaymentRow, output: Output): boolean => output.to === payment.id && output.asset === payment.asset

/** A payment with enough money in time that never vanished does not expire. */
function expectInTime({ rows, chain, disturbed }: World, payment: PaymentRow): void {
  const inTime = chain.blocks.filter((block) => block.at < payment.expiresAt).flatMap((block) => block.txs)
  const mined = sumUnits(
    inTime.filter((tx) => !disturbed.has(tx.id)).flatMap((tx) => tx.outputs.filter((output) => isFor(payment, output))),
  )
  const steady = depositsOf(rows, payment.id).filter(
    (deposit) => isFor(payment, { ...deposit, to: deposit.paymentId }) && !deposit.replaced && !deposit.reorged,
  )
  const seen = sumUnits(steady.filter((deposit) => deposit.state !== 'gone' && deposit.arrivedAt < payment.expiresAt))
  const wasThere = isEnough(payment, mined) || isEnough(payment, seen)
  holds(!wasThere || !['pending', 'expired', 'failed'].includes(payment.state), `${payment.id} was paid in time and is ${payment.state}`)
}

/** Late money at a good rate completes its payment, and so does an acceptance. */
function expectLate(rows: Rows, payment: PaymentRow): void {
  if (payment.state !== 'expired') return
  const own = depositsOf(rows, payment.id).filter((deposit) => deposit.asset === payment.asset)
  const live = own.filter((deposit) => deposit.state !== 'gone')
  const inTime = sumUnits(live.filter((deposit) => isInTime(payment, own, deposit)))
  holds(!isEnough(payment, inTime), `${payment.id} was paid in time and is ${payment.state}`)
  const isForgiven = payment.acceptedAt !== null || payment.lateVerdict === 'good'
  holds(!isForgiven || !isEnough(payment, sumUnits(live)), `${payment.id} was paid late at a good rate and is ${payment.state}`)
  holds(!isEnough(payment, sumUnits(live)) || payment.lateVerdict !== null, `${payment.id} was paid late without a verdict`)
}

/**
 * Terminal, or waiting for a confirmed deposit that was orphaned and that no other leg has paid; or an accepted amount is too small to forward.
 */
function expectEnd(rows: Rows, payment: PaymentRow): void {
  if (['forwarded', 'expired', 'failed'].includes(payment.state)) return
  const lost = depositsOf(rows, payment.id).some((deposit) => deposit.state === 'gone' && (deposit.reorged || deposit.replaced))
  const legs = [...rows.intents.values()].filter((intent) => intent.paymentId === payment.id)
  holds(
    !legs.some(({ state }) => state === 'final') || legs.some((leg) => isUnpaid(rows, leg)),
    `${payment.id} is paid and ${payment.state}`,
  )
  const waitsForMoney = lost && ['confirmed', 'forwarding'].includes(payment.state)
  holds(waitsForMoney || isTooLittle(rows, payment), `${payment.id} is ${payment.state} at the end`)
}

function isTooLittle(rows: Rows, payment: PaymentRow): boolean {
  const free = freeOf(rows, payment)
  return payment.acceptedAt !== null && payment.state === 'confirmed' && free.length > 0 && !isWorthSending(rows, payment, free)
}

/** A leg is paid exactly once, by its own transaction or by a flush, and its parts add up to its deposits. */
function expectLeg({ rows, chain }: World, intent: IntentRow): void {
  const deposits = depositsIn(rows, intent.id)
  if (intent.state !== 'final') return holds(deposits.length === 0 || !isFunded(rows, intent), `${intent.id} is ${intent.state} at the end`)
  const { merchantUnits, feeUnits, networkFeeUnits } = intent.split
  holds(merchantUnits + feeUnits + networkFeeUnits === sumUnits(deposits), `${intent.id} pays what it received`)
  holds(merchantUnits >= 0n, `${intent.id} takes nothing from the merchant`)
  if (!rows.rules.watchesMempool) {
    const flushes = rows.flushes.filter((flush) => flush.intentId === intent.id)
    return holds(flushes.length === 1 && flushes[0]?.units === intent.units, `${intent.id} is settled by one payout of its amount`)
  }
  const spenders = new Set(deposits.map((deposit) => chain.spent.get(deposit.ref)))
  const own = rows.attempts.find((attempt) => attempt.intentId === intent.id && attempt.state === 'final')
  holds(spenders.size === 1 && spenders.has(own?.tx.id), `${intent.id} is paid by its own transaction, once`)
  holds(networkFeeUnits === own?.feeUnits, `${intent.id} is settled with the fee of the transaction that was mined`)
}

/** The ledger ends with the balances of the chain, and every share reached its recipient. */
function expectBook({ rows, chain }: World): void {
  const { book, rules } = rows
  const paid = [...rows.intents.values()].filter((intent) => intent.state === 'final')
  const outputs = chain.blocks.flatMap((block) =>
    block.txs.flatMap((tx) => tx.outputs.map((output, place) => ({ ...output, ref: `${tx.id}:${place}` }))),
  )
  const ours = outputs.filter((output) => rows.payments.has(output.to) && output.asset === rules.asset)
  const flushed = sumUnits(chain.blocks.flatMap((block) => block.flushes))
  const unspent = rules.watchesMempool ? sumUnits(ours.filter((output) => !chain.spent.has(output.ref))) : sumUnits(ours) - flushed
  const lying = -balanceOf(book, 'chain:deposit') - balanceOf(book, 'chain:inflight')
  holds(lying === unspent, `the ledger has ${lying} on chain, and the chain has ${unspent}`)
  const fees = (platformPaid: boolean) =>
    paid.filter((leg) => leg.platformPaid === platformPaid).reduce((sum, { split }) => sum + split.feeUnits, 0n)
  holds(-balanceOf(book, 'chain:treasury') === fees(true), 'the treasury has the fees that were paid')
  holds(-balanceOf(book, 'merchant:receivable') === fees(false), 'merchants owe the fees that were too small to pay')
}
