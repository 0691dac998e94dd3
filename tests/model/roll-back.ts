import { REORGANISED_BLOCKS } from '@gateway/domain/payments/reorg-caution'
import { takeBack } from './book.ts'
import { judge } from './judge.ts'
import { restorePostings, reverseIntent } from './legs.ts'
import { cursorOf, type Rows } from './rows.ts'
import { isLive } from './settle.ts'

/** Rolls the cursor's block back, in one transaction: payouts first, then their deposits. */
export function rollBack(rows: Rows, now: Date): void {
  const { height, hash } = cursorOf(rows)
  if (rows.ring.length === 1) throw new Error('the reorg reaches below the first block')
  rows.ring.pop()
  const orphaned = [...rows.deposits.values()].filter((deposit) => deposit.height === height)
  const credits = orphaned.flatMap(({ id: ref, creditRevision: revision }) => (revision === null ? [] : { ref, revision }))
  const whereabouts = rows.rules.watchesMempool ? { state: 'seen', goneAt: null } : { state: 'gone', goneAt: now }
  for (const deposit of orphaned) {
    deposit.timesOrphaned += 1
    Object.assign(deposit, whereabouts, { height: null, blockHash: null, creditRevision: null, reorged: true })
  }
  reversePayouts(rows, { height, hash })
  for (const key of credits) takeBack(rows.book, 'deposit', { ...key, blockHash: hash })
  for (const input of rows.inputs) if (input.rivalHeight === height) input.rivalHeight = null
  rows.takenBack += 1
  const isDeep = rows.takenBack >= REORGANISED_BLOCKS
  if (isDeep) rows.reorganisedAt = now
  const awaited = [...rows.deposits.values()].filter(({ state, creditRevision }) => isDeep && state !== 'gone' && creditRevision === null)
  judge(
    rows,
    [...orphaned, ...awaited].map((deposit) => deposit.paymentId),
    now,
  )
}

/** Our transactions in the block will be broadcast again unchanged; their settlements, and legs without deposits, are reversed. */
function reversePayouts(rows: Rows, { height, hash }: { height: number; hash: string }): void {
  const mined = rows.attempts.filter((attempt) => attempt.height === height && isLive(attempt.state))
  const settled = mined.filter((attempt) => attempt.state === 'final').map((attempt) => attempt.intentId)
  for (const attempt of mined) Object.assign(attempt, { state: 'broadcast', sentHeight: null })
  for (const attempt of rows.attempts) if (attempt.height === height) attempt.height = null
  const unfunded = [...rows.deposits.values()].flatMap(({ state, intentId }) => (state !== 'included' && intentId ? [intentId] : []))
  for (const id of new Set([...settled, ...unfunded])) {
    const intent = rows.intents.get(id)
    if (intent) reverseIntent(rows, intent, hash)
  }
  restorePostings(rows, settled)
  rows.flushes = rows.flushes.filter((flush) => flush.height !== height)
}
