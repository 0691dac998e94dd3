import { claimPollLease, findNewestSnapshot, lockPollLease } from '@gateway/db/rates/snapshot-queries'
import type { Em } from '@gateway/db/orm'
import { tables } from '@gateway/db/tables'
import { type Decimal, findPlainDecimal } from '@gateway/domain/money/decimal'
import type { RateSnapshot, Hold } from '@gateway/domain/rates/rate-snapshot'
import { pricedPairs } from '@gateway/domain/rates/snapshot-price'
import { emptySnapshot, nextSnapshot } from '@gateway/domain/rates/poll-cycle'
import type { Feeds } from '@gateway/providers/rates/feeds'
import { sql } from 'kysely'
import type { Context } from '../kernel/context.ts'
import { transaction } from '../kernel/transaction.ts'
import { type PollContext, pollSources, type PolledAnswer } from './poll-sources.ts'

const MINUTE_MS = 60_000
/** How long an operator's confirmation is valid. */
const CONFIRMED_MS = 10 * MINUTE_MS
/** Late deposits are priced at their arrival, also when a chain was scanned days later. */
const RETENTION_MS = 7 * 24 * 60 * MINUTE_MS

/**
 * Polls the sources when due, and writes their agreed prices as a new rate snapshot for all processes.
 *
 * A lease lets one process poll at a time. A poll that was overtaken while it waited for its sources writes nothing.
 */
export async function refreshRates(ctx: PollContext & Pick<Context, 'ids'>, feeds: Feeds): Promise<void> {
  const begunAt = ctx.clock.now()
  if (!(await claimPollLease(ctx.orm.em.fork(), { now: begunAt, everyMs: feeds.everyMs }))) return
  const heard = await pollSources(ctx, feeds)
  const newHolds = await transaction(ctx, async (em) => ((await lockPollLease(em, begunAt)) ? post(em, ctx, heard) : []))
  for (const [pair, { needs }] of newHolds) ctx.log.error({ alarm: 'rate_held', pair, reason: needs }, 'rate jump rejected until confirmed')
}

/** @returns the rejected jumps. */
async function post(em: Em, ctx: PollContext, heard: PolledAnswer): Promise<[string, Hold][]> {
  const now = ctx.clock.now()
  const before = (await findNewestSnapshot(em)) ?? emptySnapshot
  const board = nextSnapshot(before, { ...heard, confirmed: await readConfirmed(em, now), now })
  const { prices, holds } = board
  if (prices === before.prices && holds === before.holds) return []
  await tables(em)
    .insertInto('rate_snapshot')
    .values({ at: now, prices, holds, priced: pricedPairs(board, now) })
    .execute()
  await sql`DELETE FROM rate_snapshot WHERE at < ${new Date(now.getTime() - RETENTION_MS)}`.execute(tables(em))
  return newHoldsOf(before, board)
}

const newHoldsOf = (before: RateSnapshot, { holds }: RateSnapshot): [string, Hold][] =>
  Object.entries(holds).filter(([pair, { needs }]) => before.holds[pair as keyof RateSnapshot['holds']]?.needs !== needs)

async function readConfirmed(em: Em, now: Date): Promise<ReadonlyMap<string, readonly Decimal[]>> {
  const since = new Date(now.getTime() - CONFIRMED_MS)
  const rows = await tables(em).selectFrom('rate_confirmation').select(['pair', 'rate']).where('confirmedAt', '>', since).execute()
  const words = Map.groupBy(rows, ({ pair }) => pair)
  return new Map([...words].map(([pair, said]) => [pair, said.flatMap(({ rate }) => findPlainDecimal(rate) ?? [])]))
}
