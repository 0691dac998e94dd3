import { tables } from '@gateway/db/tables'
import type { Context } from '../kernel/context.ts'
import { pausePayouts } from '../custody/pauses/pause-payouts.ts'
import type { Violations } from './find-violations.ts'
import type { ViolationRow } from './invariant.ts'

const MOST_NAMED = 3

/**
 * Pauses what broken invariants concern, and alarms, once for each hit; two looks that find one at the same time both tell of it.
 *
 * A hit that is known does nothing: its pause stands until two operators lift it, and their word is about the hits that were known then. A hit
 * that was not known pauses again, whoever has lifted what.
 *
 * @returns how many hits were new.
 */
export async function reportViolations(ctx: Context, broken: readonly Violations[]): Promise<number> {
  let told = 0
  for (const one of broken) {
    const fresh = await findUnknown(ctx, one)
    if (fresh.length === 0) continue
    for (const [scope, hits] of Map.groupBy(fresh, (row) => row.scope))
      await pausePayouts(ctx, { scope, reason: reasonOf(one, hits), by: `invariant ${one.id}` })
    ctx.log.error({ alarm: 'invariant_broken', reason: reasonOf(one, fresh), told: fresh.length }, `an invariant does not hold: ${one.id}`)
    await remember(ctx, one, fresh)
    told += fresh.length
  }
  return told
}

const reasonOf = ({ id, sentence }: Violations, hits: readonly ViolationRow[]): string => {
  const more = hits.length > MOST_NAMED ? ` and ${hits.length - MOST_NAMED} more` : ''
  return `${id} ${sentence}; not so: ${hits
    .slice(0, MOST_NAMED)
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

/** What a look at everything has found. */
interface WholeLook {
  readonly looked: readonly Pick<Violations, 'id'>[]
  readonly broken: readonly Violations[]
  readonly began: Date
}

/**
 * Forgets hits that a look at everything no longer finds: should they come back, they are new. What another look has told since it began stays
 * known.
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
