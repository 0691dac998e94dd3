import { tables } from '@gateway/db/tables'
import type { Context } from '../kernel/context.ts'
import { NotFound } from '@gateway/domain/kernel/error'
import { sweepEach } from '../kernel/sweeps/sweep-each.ts'
import { pausePayouts } from '../custody/pauses/pause-payouts.ts'
import type { Violations } from './find-violations.ts'
import type { ViolationRow } from './invariant.ts'

const MAX_NAMED = 3

/**
 * Pauses the scopes of violations, which are as narrow as what can cause them, and raises an alarm, once for each violation; two concurrent runs that find one both report it.
 *
 * A known violation does nothing: its pause stands until two operators lift it, and their approval covers the violations known then. A new
 * violation pauses again.
 *
 * @returns how many violations were new.
 * @throws {Error} once all others are reported, when one could not be: the caller must find it again.
 */
export async function reportViolations(ctx: Context, broken: readonly Violations[]): Promise<number> {
  let told = 0
  const violated = {
    name: 'violations',
    read: () => Promise.resolve(broken),
    keyOf: idOf,
    aboutOf: ({ id }: Violations) => ({ reason: id }),
  } as const
  const reported = await sweepEach<Violations>(ctx, violated, async (one) => {
    told += await report(ctx, one)
    return true
  })
  if (reported < broken.length) throw new Error(`${broken.length - reported} violated invariants were not reported`)
  return told
}

async function report(ctx: Context, one: Violations): Promise<number> {
  const fresh = await findUnknown(ctx, one)
  if (fresh.length === 0) return 0
  for (const [scope, hits] of Map.groupBy(fresh, (row) => row.scope))
    await pauseScope(ctx, { scope, reason: reasonOf(one, hits), by: `invariant ${one.id}` })
  ctx.log.error({ alarm: 'invariant_broken', reason: reasonOf(one, fresh), told: fresh.length }, `invariant violated: ${one.id}`)
  await remember(ctx, one, fresh)
  return fresh.length
}

const idOf = ({ id }: Violations): string => id

/** A row about an object or a merchant that does not exist was forged: everything pauses. */
const pauseScope = (ctx: Context, pause: Parameters<typeof pausePayouts>[1]): Promise<void> =>
  pausePayouts(ctx, pause).catch((error: unknown) => {
    if (!(error instanceof NotFound) || pause.scope === 'global') throw error
    return pausePayouts(ctx, { ...pause, scope: 'global' })
  })

const reasonOf = ({ id, sentence }: Violations, hits: readonly ViolationRow[]): string => {
  const more = hits.length > MAX_NAMED ? ` and ${hits.length - MAX_NAMED} more` : ''
  return `${id} ${sentence}; violated by: ${hits
    .slice(0, MAX_NAMED)
    .map(({ hit }) => hit)
    .join(', ')}${more}`
}

async function findUnknown(ctx: Context, { id, hits }: Violations): Promise<ViolationRow[]> {
  const rows = await tables(ctx.orm.em.fork()).selectFrom('invariant_hit').select('hit').where('invariant', '=', id).execute()
  const known = new Set(rows.map((row) => row.hit))
  return hits.filter(({ hit }) => !known.has(hit))
}

/** Only after the pause is committed, so that a crash in between pauses twice rather than never. */
async function remember(ctx: Context, { id }: Violations, hits: readonly ViolationRow[]): Promise<void> {
  const foundAt = ctx.clock.now()
  for (const { hit, scope } of hits)
    await tables(ctx.orm.em.fork())
      .insertInto('invariant_hit')
      .values({ invariant: id, hit, scope, foundAt })
      .onConflict((oc) => oc.doNothing())
      .execute()
}

/** The outcome of a full check run. */
interface WholeLook {
  readonly looked: readonly Pick<Violations, 'id'>[]
  readonly broken: readonly Violations[]
  readonly began: Date
}

/**
 * Forgets violations that a full run no longer finds, so that they count as new when they recur. Violations that another run has reported since
 * it began stay known.
 */
export async function clearMended(ctx: Context, { looked, broken, began }: WholeLook): Promise<void> {
  const ids = looked.map(({ id }) => id)
  const rows = await tables(ctx.orm.em.fork())
    .selectFrom('invariant_hit')
    .select(['invariant', 'hit'])
    .where('invariant', 'in', ids)
    .where('foundAt', '<=', began)
    .execute()
  const found = new Set(broken.flatMap(({ id, hits }) => hits.map(({ hit }) => `${id} ${hit}`)))
  for (const { invariant, hit } of rows.filter((row) => !found.has(`${row.invariant} ${row.hit}`)))
    await tables(ctx.orm.em.fork()).deleteFrom('invariant_hit').where('invariant', '=', invariant).where('hit', '=', hit).execute()
}
