import { findDueFlushes } from '@gateway/db/chainwatch/flush-queries'
import type { FlushEntity } from '@gateway/db/chainwatch/flush.entity'
import type { SpendIntentEntity } from '@gateway/db/custody/spend-intent.entity'
import type { Em } from '@gateway/db/orm'
import { tables } from '@gateway/db/tables'
import { sumUnits } from '@gateway/domain/money/units'
import type { Context } from '../../kernel/context.ts'
import { holdIntents } from '../../custody/payouts/hold-intents.ts'
import type { Settled } from '../../custody/settlement/settle-intents.ts'
import { withinLedgerBounds } from '../../kernel/savepoint.ts'
import { readBlockTime } from '../cursor/block-time.ts'
import { type Covered, coveredBy, readCovered } from './covered-deposits.ts'
import type { FinalityInput } from './finality-input.ts'
import { rematchUntraced } from '../internal-transfers/rematch-untraced.ts'
import { flushedUnits, payoutOfFlush } from './flush-payout.ts'
import { findCommits, legOfFlush } from './leg-of-flush.ts'
import { recordDeposits } from '../deposits/record-deposits.ts'
import { settleAsPlanned } from './settle-as-planned.ts'
import { settleUnproven } from '../unproven/settle-unproven.ts'

/**
 * Settles the leg of each final flush, a third-party flush included.
 *
 * A flush that the ledger rejects is marked with an alarm and retried later; the chain goes on. A flush that moved less than counted settles at the
 * amount of its log, with an alarm for the shortfall.
 *
 * @returns the payouts in the order of their flushes: rooms show the last of an object.
 */
export async function settledByFlush(em: Em, ctx: Context, input: FinalInput): Promise<Settled[]> {
  const { chain, finalHeight } = input
  const flushes = await findDueFlushes(em, { chain, finalHeight })
  const settled = await settleAsPlanned(em, { chain, flushes })
  const surprised: FlushEntity[] = []
  for (const flush of flushes.filter(({ ref }) => !settled.has(ref))) {
    const outcome: Outcome[] = []
    const fits = await withinLedgerBounds(em, async (inner) => void outcome.push(await settleFlush(inner, ctx, { ...input, flush })))
    if (!fits) await setAside(em, ctx, flush)
    for (const { payout, unseen } of outcome) {
      if (unseen) surprised.push(flush)
      if (payout) settled.set(flush.ref, payout)
    }
  }
  // Unseen coins count for their owner from now on.
  for (const [subject, flushes] of Map.groupBy(surprised, (flush) => flush.subject)) {
    const ids = [...new Set(flushes.map(({ subjectId }) => subjectId))]
    await input.subjects[subject].depositsChanged(em, ctx, { chain, ids, view: input.view })
  }
  return flushes.flatMap(({ ref }) => settled.get(ref) ?? [])
}

/** A chain, read up to a block, with its final height. */
type FinalInput = FinalityInput & { readonly finalHeight: number }

interface Outcome {
  readonly payout: Settled | undefined
  readonly unseen: boolean
}

const NOTHING: Outcome = { payout: undefined, unseen: false }

async function settleFlush(em: Em, ctx: Context, { flush, subjects }: FinalityInput & { flush: FlushEntity }): Promise<Outcome> {
  const commit = (await findCommits(em, [flush]))(flush)
  const owner = await subjects[flush.subject].holdingOf(em, flush.subjectId)
  if (!commit || !owner) return markFlush(em, flush, { problem: 'nobody_asked' })
  // The flushed asset may differ from the payment's; the recipients are the same.
  const holding = { ...owner, asset: flush.asset }
  const { known, hasProven } = await proveCovered(em, ctx, flush)
  const unseen = flushedUnits(flush) - sumUnits(known)
  const covered = unseen > 0n ? [...known, ...(await recordUnseen(em, ctx, { flush, units: unseen }))] : known
  if (covered.length === 0) return markFlush(em, flush, { problem: 'paid_nothing' })
  const intent = await legOfFlush(em, ctx, { flush, covered, commit, holding })
  await markFlush(em, flush, { intentId: intent.id })
  const payout = payoutOfFlush(flush, intent, commit)
  if (!payout) await holdIntents(em, ctx, { ids: [intent.id], reason: 'flush_fee_differs', txId: flush.txId })
  else if (unseen < 0n) tellShort(ctx, { flush, intent })
  return { payout, unseen: unseen > 0n || hasProven }
}

/** The deposits that a flush paid out. A contract pays out everything at its address, which proves transfers that wait for a proof, or refutes them. */
async function proveCovered(em: Em, ctx: Context, flush: FlushEntity): Promise<{ known: Covered[]; hasProven: boolean }> {
  const known = (await coveredBy(em, [flush]))(flush)
  if (flush.spent !== null) return { known, hasProven: false }
  const { chain, asset, subjectId, height, txPlace, logPlace } = flush
  const surplus = { chain, asset, subjectId, place: { height, txPlace, logPlace }, units: flushedUnits(flush) - sumUnits(known) }
  const { units } = await settleUnproven(em, ctx, surplus)
  return units > 0n ? { known: (await coveredBy(em, [flush]))(flush), hasProven: true } : { known, hasProven: false }
}

async function markFlush(em: Em, flush: FlushEntity, mark: { intentId: string } | { problem: string; triedAt?: Date }): Promise<Outcome> {
  await tables(em).updateTable('flush').set(mark).where('chain', '=', flush.chain).where('ref', '=', flush.ref).execute()
  return NOTHING
}

/** A node reported funds that never existed: nothing is left to pay, and the ledger books the shortfall separately. */
function tellShort(ctx: Context, { flush, intent }: { flush: FlushEntity; intent: SpendIntentEntity }): void {
  const { chain, txId } = flush
  const units = String(intent.units - flushedUnits(flush))
  ctx.log.error({ alarm: 'flush_short', chain, intentIds: [intent.id], txId, units }, 'payout settled short of the counted amount')
}

/** Internal transfers that only the flush reveals; the flush is their first observation, and its block their arrival. */
async function recordUnseen(em: Em, ctx: Context, { flush, units }: { flush: FlushEntity; units: bigint }): Promise<Covered[]> {
  const { chain, txId, address, subject, subjectId, asset, height, blockHash, txPlace, logPlace } = flush
  const ref = `${flush.ref}:internal`
  const transfer = { ref, txId, to: address, asset, token: null, units, untraced: true } as const
  const hit = { transfer, watched: { address, subject, subjectId } }
  const at = await readBlockTime(em, flush, ctx.clock.now())
  const hits = await rematchUntraced(em, chain, [hit])
  await recordDeposits(em, { chain, at, block: { height, hash: blockHash, place: { txPlace, logPlace } }, inputs: [] }, hits)
  const refs = hits.map(({ transfer }) => transfer.ref)
  return readCovered(em, (eb) => eb.and([eb('chain', '=', chain), eb('ref', 'in', refs)]))
}

async function setAside(em: Em, ctx: Context, flush: FlushEntity): Promise<void> {
  await markFlush(em, flush, { problem: 'refused_by_book', triedAt: ctx.clock.now() })
  const ids = (await coveredBy(em, [flush]))(flush).flatMap((deposit) => deposit.intentId ?? [])
  await holdIntents(em, ctx, { ids: [...new Set(ids)], reason: 'flush_refused_by_book', txId: flush.txId })
}
