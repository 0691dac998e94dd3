import { nameTokenTransfers } from '@gateway/chains/evm/blocks/name-token-transfers'
import { sumUnits } from '@gateway/domain/money/units'
import type { Block, Output, Tx } from './chain.ts'
import { judge } from './judge.ts'
import { postBroadcast, moveIntent } from './legs.ts'
import { consumeTheSame } from './payouts.ts'
import { type AttemptRow, cursorOf, type DepositRow, depositsOf, type Rows } from './rows.ts'
import { finalizePayouts } from './settle.ts'

const ABSENT_FOR_MS = 72 * 60 * 60 * 1_000

/** Records one block, in one transaction. @returns false, without a write, when it does not continue the cursor. */
export function recordBlock(rows: Rows, block: Block, now: Date): boolean {
  const cursor = cursorOf(rows)
  if (block.parentHash !== cursor.hash || block.height <= cursor.height) return false
  rows.ring.push({ height: block.height, hash: block.hash, at: block.at })
  rows.takenBack = 0
  rows.finalizedHeight = Math.max(rows.finalizedHeight, block.height - rows.rules.finalDepth + 1)
  const at = block.at < now ? block.at : now
  const conflicting = dropConflicting(rows, block, now)
  const touched = block.txs.flatMap((tx, place) =>
    recordDeposits(rows, tx, { at, block: { ...block, place, firstLog: block.firstLog + logsBefore(block, place) } }),
  )
  const dead = burySpent(rows, block)
  recordMined(rows, block)
  const waiting = [...rows.deposits.values()].filter((deposit) => deposit.state === 'included' && isAwaited(rows, deposit))
  judge(rows, [...conflicting, ...touched, ...dead, ...waiting.map((deposit) => deposit.paymentId)], at)
  finalizePayouts(rows)
  return true
}

/** Deposits are assessed from the block that confirms them until they are credited. */
function isAwaited({ payments, ring }: Rows, { paymentId, height, creditRevision }: DepositRow): boolean {
  const depth = ring.length - (height ?? 0)
  return creditRevision === null || payments.get(paymentId)?.confirmationsRequired === depth
}

/** Stores the deposits of a transaction; a known deposit is updated, never doubled. @returns payments whose deposits changed. */
export function recordDeposits(
  rows: Rows,
  tx: Tx,
  { at, block }: { at: Date; block: (Pick<Block, 'height' | 'hash' | 'firstLog'> & { place: number }) | undefined },
): string[] {
  const hits = namedOutputs(rows, tx, block?.firstLog ?? 0).filter(({ to }) => rows.payments.has(to))
  if (hits.length > 0) for (const input of tx.inputs) recordInput(rows, input, tx.id)
  return hits.flatMap(({ to, asset, units, ref, number }) => {
    const known = rows.deposits.get(ref)
    if (known && (block ? known.blockHash === block.hash : known.state !== 'gone')) return []
    const { chain } = rows.rules
    const fresh: DepositRow = known ?? {
      ...unseen,
      timesOrphaned: 0,
      id: ref,
      ref,
      number,
      chain,
      txId: tx.id,
      paymentId: to,
      asset,
      units,
      arrivedAt: at,
      inheritedArrival: inheritedArrival(rows, tx, { to, asset }) ?? null,
    }
    const where = block ? { state: 'included' as const, height: block.height, blockHash: block.hash, place: block.place } : nowhere
    rows.deposits.set(ref, Object.assign(fresh, where, { goneAt: null, dead: false }))
    return [to]
  })
}

interface Named {
  readonly ref: string
  readonly number: number
  readonly to: string
  readonly asset: Output['asset']
  readonly units: bigint
}

/** Refs of a transaction's payments as the product names them: an output by its fixed index, a log by its index in the block. */
function namedOutputs({ rules }: Rows, { id: txId, outputs }: Tx, firstLog: number): readonly Named[] {
  if (rules.watchesMempool) return outputs.map((output, vout) => ({ ...output, number: vout, ref: `${txId}:${vout}` }))
  const logged = nameTokenTransfers(
    outputs.map((output, place) => ({ ...output, txId, token: output.asset ?? 'worthless', logIndex: firstLog + place })),
  )
  return logged.map((log, place) => ({ ...log, number: logged.slice(0, place).filter(isSameKind(log)).length }))
}

const isSameKind =
  ({ to, asset }: Pick<Named, 'to' | 'asset'>) =>
  (other: Pick<Named, 'to' | 'asset'>): boolean =>
    other.to === to && other.asset === asset

const logsBefore = ({ txs }: Block, place: number): number => txs.slice(0, place).reduce((sum, { outputs }) => sum + outputs.length, 0)

const nowhere = { state: 'seen' as const, height: null, blockHash: null }
const unseen = { ...nowhere, place: 0, goneAt: null, replaced: false, reorged: false, dead: false, creditRevision: null, intentId: null }

function recordInput({ inputs }: Rows, input: string, txId: string): void {
  if (!inputs.some((known) => known.input === input && known.txId === txId)) inputs.push({ input, txId, rivalHeight: null })
}

/** Removes unconfirmed deposits whose inputs another transaction of the block spends. @returns their payments. */
function dropConflicting(rows: Rows, block: Block, now: Date): string[] {
  const rivals = rows.inputs.filter(({ input, txId }) => block.txs.some((tx) => tx.id !== txId && tx.inputs.includes(input)))
  for (const known of rivals) known.rivalHeight = block.height
  const gone = [...rows.deposits.values()].filter(({ state, txId }) => state === 'seen' && rivals.some((known) => known.txId === txId))
  for (const deposit of gone) Object.assign(deposit, { state: 'gone', goneAt: now, replaced: true })
  return gone.map(({ paymentId }) => paymentId)
}

/** The arrival inherited from a transaction with the same inputs, if the new one pays the address at least as much. */
function inheritedArrival(rows: Rows, tx: Tx, { to, asset }: Pick<DepositRow, 'asset'> & { to: string }): Date | undefined {
  const paid = sumUnits(tx.outputs.filter((output) => output.to === to && output.asset === asset))
  const rivals = new Set(rows.inputs.filter(({ input, txId }) => txId !== tx.id && tx.inputs.includes(input)).map(({ txId }) => txId))
  const replaced = depositsOf(rows, to).filter(
    (one) => rivals.has(one.txId) && one.asset === asset && one.state !== 'included' && !one.dead,
  )
  const arrivals = [...Map.groupBy(replaced, ({ txId }) => txId).values()].flatMap((own) =>
    sumUnits(own) <= paid ? own.map(({ arrivedAt }) => arrivedAt) : [],
  )
  return arrivals.toSorted((a, b) => a.getTime() - b.getTime())[0]
}

/** Finds dead deposits. @returns their payments. */
function burySpent(rows: Rows, block: Block): string[] {
  const finalHeight = block.height - rows.rules.finalDepth + 1
  const spent = new Set(rows.inputs.filter(({ rivalHeight }) => rivalHeight !== null && rivalHeight <= finalHeight).map(({ txId }) => txId))
  const knownMs = rows.knownUntil?.getTime() ?? 0
  const dead = [...rows.deposits.values()].filter(
    ({ state, dead: isDead, goneAt, txId }) =>
      state === 'gone' && !isDead && (spent.has(txId) || (goneAt !== null && knownMs - goneAt.getTime() >= ABSENT_FOR_MS)),
  )
  for (const deposit of dead) deposit.dead = true
  return dead.map((deposit) => deposit.paymentId)
}

function recordMined(rows: Rows, { height, hash: blockHash, txs, flushes }: Block): void {
  const ids = new Set(txs.map((tx) => tx.id))
  for (const attempt of rows.attempts) if (ids.has(attempt.tx.id)) recordWinner(rows, attempt, height)
  rows.flushes.push(...flushes.map((flush) => ({ ...flush, height, blockHash, intentId: null })))
}

/** A superseded attempt that is mined becomes live again; its rival can never be mined. */
function recordWinner(rows: Rows, attempt: AttemptRow, height: number): void {
  attempt.height = height
  attempt.timesMined += 1
  const isRival = (other: AttemptRow) => other !== attempt && isOpen(other) && consumeTheSame(other.tx, attempt.tx)
  const rival = attempt.state === 'superseded' ? rows.attempts.find(isRival) : undefined
  if (!rival) return
  rival.state = 'superseded'
  attempt.state = 'broadcast'
  const intent = rows.intents.get(attempt.intentId)
  if (intent && moveIntent(intent, 'broadcast')) postBroadcast(rows, intent)
}

const isOpen = ({ state }: AttemptRow): boolean => state === 'signed' || state === 'broadcast'
