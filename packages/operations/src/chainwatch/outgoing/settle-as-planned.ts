import type { FlushEntity } from '@gateway/db/chainwatch/flush.entity'
import type { SpendIntentEntity } from '@gateway/db/custody/spend-intent.entity'
import type { Em } from '@gateway/db/orm'
import { tables } from '@gateway/db/tables'
import type { ChainCode } from '@gateway/domain/money/asset'
import { sumUnits } from '@gateway/domain/money/units'
import { sql } from 'kysely'
import { holdOpenLegs } from '../../custody/payouts/legs.ts'
import type { Settled } from '../../custody/settlement/settle-intents.ts'
import { findUnprovenOwners } from '../unproven/settle-unproven.ts'
import { type Covered, coveredBy } from './covered-deposits.ts'
import { flushedUnits, payoutOfFlush } from './flush-payout.ts'
import { findCommits, isExactly, isRoundOf, type PaidOut, remainders } from './leg-of-flush.ts'

/** Final flushes of a chain. */
interface Due {
  readonly chain: ChainCode
  readonly flushes: readonly FlushEntity[]
}

/**
 * Settles the flushes that paid out exactly a planned leg, as nearly all do, in the same few statements however many there are.
 *
 * All others are left to the caller, to be settled one by one: those that moved more, less or other deposits, and those of an object with transfers that wait for a
 * proof.
 *
 * @returns the payouts, by the `ref` of the flush of each.
 */
export async function settleAsPlanned(em: Em, due: Due): Promise<Map<string, Settled>> {
  if (due.flushes.length === 0) return new Map()
  const payouts = await findPlanned(em, due)
  await markSettled(em, due.chain, payouts)
  return payouts
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
    if (!commit || !leg || unproven.has(flush.subjectId)) return []
    const isPlanned = isAsPlanned(leg, { flush, covered: own, commit, left: kept.get(leg.id) ?? [] })
    const payout = isPlanned && payoutOfFlush(flush, leg, commit)
    return payout ? [[flush.ref, payout]] : []
  })
  return new Map(planned)
}

/** A flush with what it has paid out, by which terms, and the deposits of its leg that it left. */
interface Flushed extends Pick<PaidOut, 'commit'> {
  readonly flush: FlushEntity
  readonly covered: readonly Covered[]
  readonly left: readonly unknown[]
}

/** All of it was credited and is the whole leg of its terms, and no more has left. */
export const isAsPlanned = (leg: SpendIntentEntity, { flush, covered, commit, left }: Flushed): boolean =>
  left.length === 0 &&
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
