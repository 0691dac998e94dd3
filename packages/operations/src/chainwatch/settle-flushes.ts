import { findDueFlushes } from '@gateway/db/chainwatch/queries'
import type { FlushEntity } from '@gateway/db/chainwatch/flush.entity'
import type { SpendIntentEntity } from '@gateway/db/custody/spend-intent.entity'
import type { Em } from '@gateway/db/orm'
import { tables } from '@gateway/db/tables'
import { sumUnits } from '@gateway/domain/money/units'
import type { PlainHoldReason } from '@gateway/domain/custody/hold'
import type { Context } from '../context.ts'
import type { AlarmName } from '../figures/alarms.ts'
import { holdIntents } from '../custody/hold-intents.ts'
import type { Settled } from '../custody/settle-intents.ts'
import { fitsBook } from '../savepoint.ts'
import { readBlockTime } from './block-time.ts'
import { type Covered, coveredBy, readCovered } from './covered-deposits.ts'
import type { FinalityInput } from './finalize-payouts.ts'
import { foundAgain } from './found-again.ts'
import { findCommitOf, legOfFlush } from './leg-of-flush.ts'
import { recordDeposits } from './record-deposits.ts'
import { recountShort } from './recount-short.ts'

/**
 * What deposit contracts have paid out for good, whoever sent the transaction: each final flush settles the leg of what it paid out.
 *
 * A flush that the book cannot follow is set aside with an alarm; the chain goes on without it, and the book is asked again later. One that moved less
 * than was counted settles once two operators have said that no more was there.
 */
export async function settledByLog(em: Em, ctx: Context, input: FinalInput): Promise<Settled[]> {
  const settled: Settled[] = []
  const { chain, finalHeight } = input
  const surprised = new Set(await recountShort(em, ctx, chain))
  for (const flush of await findDueFlushes(em, { chain, finalHeight })) {
    const outcome: Outcome[] = []
    const fits = await fitsBook(em, async (inner) => void outcome.push(await settleFlush(inner, ctx, { ...input, flush })))
    if (!fits) await setAside(em, ctx, flush)
    for (const { payout, unseen } of outcome) {
      if (unseen) surprised.add(flush.subjectId)
      if (payout) settled.push(payout)
    }
  }
  // Coins that nobody had seen come count for their payment from now on, and those that never were there no more.
  if (surprised.size > 0) await input.subjects.payment.depositsChanged(em, ctx, { chain, ids: [...surprised], view: input.view })
  return settled
}

/** A chain, read up to a block, and the height up to which its blocks are final. */
type FinalInput = FinalityInput & { readonly finalHeight: number }

interface Outcome {
  readonly payout: Settled | undefined
  readonly unseen: boolean
}

const NOTHING: Outcome = { payout: undefined, unseen: false }

async function settleFlush(em: Em, ctx: Context, { flush, subjects }: FinalityInput & { flush: FlushEntity }): Promise<Outcome> {
  const commit = await findCommitOf(em, flush)
  const owner = await subjects[flush.subject].holdingOf(em, flush.subjectId)
  if (!commit || !owner) return markFlush(em, flush, { problem: 'nobody_asked' })
  // What lay there may be another asset than the one asked for; it went to the same recipients.
  const holding = { ...owner, asset: flush.asset }
  const known = await coveredBy(em, flush)
  const unseen = flush.merchantUnits + flush.feeUnits - sumUnits(known)
  const covered = unseen > 0n ? [...known, ...(await recordUnseen(em, ctx, { flush, units: unseen }))] : known
  if (covered.length === 0) return markFlush(em, flush, { problem: 'paid_nothing' })
  const intent = await legOfFlush(em, ctx, { flush, covered, commit, holding })
  await markFlush(em, flush, { intentId: intent.id })
  const problem = disagreement(flush, intent)
  if (problem) await holdIntents(em, ctx, { ids: [intent.id], reason: problem, txId: flush.txId })
  return { payout: problem ? undefined : payoutOf(flush, intent), unseen: unseen > 0n }
}

async function markFlush(em: Em, flush: FlushEntity, mark: { intentId: string } | { problem: string; triedAt?: Date }): Promise<Outcome> {
  await tables(em).updateTable('flush').set(mark).where('chain', '=', flush.chain).where('ref', '=', flush.ref).execute()
  return NOTHING
}

/** Why the amounts in a log cannot be those of its leg; undefined when they are. A platform share of zero was refused by its receiver. */
function disagreement({ merchantUnits, feeUnits }: FlushEntity, intent: SpendIntentEntity): (AlarmName & PlainHoldReason) | undefined {
  if (merchantUnits + feeUnits < intent.units) return 'flush_short'
  return feeUnits === 0n || feeUnits === intent.feeUnits ? undefined : 'flush_fee_differs'
}

/** What was paid, by the log. A platform leg that its receiver refused went to the merchant, who owes it: the fee itself is unaffected. */
function payoutOf(flush: FlushEntity, intent: SpendIntentEntity): Settled {
  const platformPaid = flush.feeUnits > 0n || intent.feeUnits === 0n
  const owed = platformPaid ? 0n : intent.feeUnits
  return {
    intent,
    txId: flush.txId,
    platformPaid,
    takenBackUnits: 0n,
    paid: { feeUnits: flush.feeUnits + owed, networkFeeUnits: 0n, merchantUnits: flush.merchantUnits - owed },
  }
}

/** Coins that reached the address without a trace that scanners can see; the flush itself is their first observation, and its block their arrival. */
async function recordUnseen(em: Em, ctx: Context, { flush, units }: { flush: FlushEntity; units: bigint }): Promise<Covered[]> {
  const { chain, txId, address, subject, subjectId, asset, height, blockHash, txPlace, logPlace } = flush
  const ref = `${flush.ref}:internal`
  const hit = { transfer: { ref, txId, to: address, asset, token: null, units }, watched: { address, subject, subjectId } }
  const at = await readBlockTime(em, flush, ctx.clock.now())
  const hits = await foundAgain(em, chain, [hit])
  await recordDeposits(em, { chain, at, block: { height, hash: blockHash, place: { txPlace, logPlace } }, binds: [] }, hits)
  const refs = hits.map(({ transfer }) => transfer.ref)
  return readCovered(em, { chain, refs })
}

async function setAside(em: Em, ctx: Context, flush: FlushEntity): Promise<void> {
  await markFlush(em, flush, { problem: 'refused_by_book', triedAt: ctx.clock.now() })
  const ids = (await coveredBy(em, flush)).flatMap((deposit) => deposit.intentId ?? [])
  await holdIntents(em, ctx, { ids: [...new Set(ids)], reason: 'flush_refused_by_book', txId: flush.txId })
}
