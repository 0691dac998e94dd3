import type { FlushEntity } from '@gateway/db/chainwatch/flush.entity'
import type { SpendIntentEntity } from '@gateway/db/custody/spend-intent.entity'
import type { Em } from '@gateway/db/orm'
import { tables } from '@gateway/db/tables'
import type { ChainCode } from '@gateway/domain/money/asset'
import { sumUnits } from '@gateway/domain/money/units'
import { sql } from 'kysely'
import { holdOpenLegs } from '../../custody/payouts/legs.ts'
import { repostIntents } from '../../custody/payouts/repost-intents.ts'
import type { Settled } from '../../custody/settlement/settle-intents.ts'
import type { Context } from '../../kernel/context.ts'
import { withinLedgerBounds } from '../../kernel/savepoint.ts'
import { findUnprovenOwners } from '../unproven/settle-unproven.ts'
import { coveredBy } from './covered-deposits.ts'
import { flushedUnits, payoutOfFlush } from './flush-payout.ts'
import { findCommits, isExactly, isRoundOf, type PaidOut, remainders } from './leg-of-flush.ts'

/** Final flushes of a chain. */
interface Due {
  readonly chain: ChainCode
  readonly flushes: readonly FlushEntity[]
}

/** Payouts of flushes, and the flushes that have none yet. */
interface Sorted {
  readonly settled: readonly Settled[]
  readonly others: readonly FlushEntity[]
}

/**
 * Settles the flushes that paid out exactly a planned leg, as nearly all do, in the same few statements however many there are.
 *
 * All others are left to be settled one by one: those that moved more, less or other deposits, and those of an object that has several.
 */
export async function settleAsPlanned(em: Em, ctx: Context, { chain, flushes }: Due): Promise<Sorted> {
  const byObject = Map.groupBy(flushes, ({ subject, subjectId }) => `${subject} ${subjectId}`)
  const alone = [...byObject.values()].filter((own) => own.length === 1).flat()
  if (alone.length === 0) return { settled: [], others: flushes }
  const payouts = new Map<string, Settled>()
  const fits = await withinLedgerBounds(em, async (inner) => {
    for (const [ref, payout] of await findPlanned(inner, { chain, flushes: alone })) payouts.set(ref, payout)
    await repostIntents(
      inner,
      ctx,
      [...payouts.values()].map(({ intent }) => intent.id),
    )
    await markSettled(inner, chain, payouts)
  })
  if (!fits) return { settled: [], others: flushes }
  return { settled: [...payouts.values()], others: flushes.filter(({ ref }) => !payouts.has(ref)) }
}

/** The payouts that left as planned, by the flush of each. */
async function findPlanned(em: Em, { chain, flushes }: Due): Promise<Map<string, Settled>> {
  const unproven = await findUnprovenOwners(em, { chain, subjectIds: flushes.map(({ subjectId }) => subjectId) })
  const commitOf = await findCommits(em, flushes)
  const coveredOf = await coveredBy(em, flushes)
  const covered = flushes.flatMap(coveredOf)
  const legIds = covered.flatMap(({ intentId }) => intentId ?? [])
  const legs = new Map((await holdOpenLegs(em, legIds)).map((leg) => [leg.id, leg]))
  const kept = await remainders(em, [...legs.values()], covered)
  const planned = flushes.flatMap((flush): [string, Settled][] => {
    const [own, commit] = [coveredOf(flush), commitOf(flush)]
    const leg = legs.get(own[0]?.intentId ?? '')
    if (!commit || !leg || unproven.has(flush.subjectId) || kept.get(leg.id)?.length !== 0) return []
    const payout = isAsPlanned(leg, { flush, covered: own, commit }) && payoutOfFlush(flush, leg, commit)
    return payout ? [[flush.ref, payout]] : []
  })
  return new Map(planned)
}

/** A flush with what it has paid out, and by which terms. */
interface Flushed extends Pick<PaidOut, 'covered' | 'commit'> {
  readonly flush: FlushEntity
}

/** All of it was credited and belongs to the leg of its terms, and no more has left. */
const isAsPlanned = (leg: SpendIntentEntity, { flush, covered, commit }: Flushed): boolean =>
  covered.every(({ creditRevision }) => creditRevision !== null) &&
  sumUnits(covered) === flushedUnits(flush) &&
  isRoundOf(commit, leg) &&
  isExactly(leg, { covered, commit })

async function markSettled(em: Em, chain: ChainCode, payouts: ReadonlyMap<string, Settled>): Promise<void> {
  if (payouts.size === 0) return
  const ids = [...payouts.values()].map(({ intent }) => intent.id)
  await sql`UPDATE flush SET intent_id = settled.intent_id FROM unnest(${[...payouts.keys()]}::text[], ${ids}::uuid[]) AS settled (ref, intent_id)
    WHERE flush.chain = ${chain} AND flush.ref = settled.ref`.execute(tables(em))
}
