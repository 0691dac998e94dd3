import { tables } from '@gateway/db/tables'
import type { AssetCode } from '@gateway/domain/money/asset'
import type { Context } from '../context.ts'
import type { Difference } from '../payments/compare-payment.ts'
import { replayPage, replayPaymentsOf } from '../payments/replay-payments.ts'
import type { Broken } from './find-broken.ts'
import type { HitRow, Since } from './invariant.ts'

const MOST_NEW = 50
const MOST_ANY = 200

/** The invariant that a replay proves. */
export const REPLAYED = { id: 'I14', sentence: 'a payment is stored as its record tells it' } as const

/**
 * Replays a sample of payments: of those that something was told about since, the newest; or a page from anywhere, and those that are known to
 * differ. All of them are replayed by `npm run replay`.
 */
export async function replaySample(ctx: Context, since: Since): Promise<Broken[]> {
  const differences = since ? await replayPaymentsOf(ctx.orm, await findTold(ctx, since)) : await replayAny(ctx)
  const hits = await hitsOf(ctx, differences)
  return hits.length === 0 ? [] : [{ ...REPLAYED, hits }]
}

async function replayAny(ctx: Context): Promise<Difference[]> {
  const known = await tables(ctx.orm.em.fork()).selectFrom('invariant_hit').select('hit').where('invariant', '=', REPLAYED.id).execute()
  const ids = [...new Set(known.flatMap(({ hit }) => hit.split(' ')[1] ?? []))]
  const page = await replayPage(ctx.orm, { after: ctx.ids.uuid(), limit: MOST_ANY })
  const again = await replayPaymentsOf(ctx.orm, ids)
  return [...again, ...page.filter(({ paymentId }) => !ids.includes(paymentId))]
}

async function findTold(ctx: Context, since: NonNullable<Since>): Promise<string[]> {
  const rows = await tables(ctx.orm.em.fork())
    .selectFrom('event')
    .select('objectId')
    .where('position', '>', since.event)
    .where('objectType', '=', 'payment')
    .orderBy('position', 'desc')
    .limit(MOST_NEW)
    .execute()
  return [...new Set(rows.map((row) => row.objectId))]
}

async function hitsOf(ctx: Context, differences: readonly Difference[]): Promise<HitRow[]> {
  if (differences.length === 0) return []
  const ids = [...new Set(differences.map(({ paymentId }) => paymentId))]
  const rows = await tables(ctx.orm.em.fork()).selectFrom('payment').select(['id', 'asset']).where('id', 'in', ids).execute()
  const assets = new Map<string, AssetCode>(rows.map((row) => [row.id, row.asset]))
  return differences.map(({ paymentId, of, member, stored, replayed }) => {
    const asset = assets.get(paymentId)
    return { scope: asset ? `asset:${asset}` : 'global', hit: `payment ${paymentId} ${of} ${member}`, stored, replayed }
  })
}
