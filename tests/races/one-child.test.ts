import type { Orm } from '@gateway/db/orm'
import { tables } from '@gateway/db/tables'
import type { SeriesEntity } from '@gateway/db/series/series.entity'
import { DomainError } from '@gateway/domain/kernel/error'
import { ConcurrentUpdate } from '@gateway/domain/kernel/repeat'
import type { ApiContext } from '@gateway/operations/kernel/context'
import { cryptoIds } from '@gateway/operations/kernel/ids'
import { cancelSeries } from '@gateway/operations/series/cancel-series'
import { tickSeries } from '@gateway/operations/series/periods/tick-series'
import { updateSeries } from '@gateway/operations/series/update-series'
import { seriesOf } from '@gateway/operations/testing/test-series'
import { closeShop, openShop, type TestShop } from '@gateway/operations/testing/test-shop'
import { UpdateSeriesInput } from '@gateway/contract/series-inputs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { randomOf } from '../model/random.ts'
import { openOrmWithLongTimeouts } from '../support/orm-with-long-timeouts.ts'
import { drawSeed, rounds } from '../support/rounds.ts'
import { raceFrom } from './barrier.ts'

const APIS = 5
/** Connections of each api. */
const HANDS = 2
/** Twenty rounds, as of `npm run test:race`, make three hundred; the few rounds of the suite are smaller too. */
const SERIES = rounds < 20 ? 6 : 15
const WEEK_MS = 7 * 24 * 60 * 60 * 1_000
const [OLD, NEW] = [600, 900]
/** What the first child and a second one may ask for, in cents. */
const termsOf: readonly (readonly bigint[])[] = [[60_000n], [60_000n, 90_000n]]

let shop: TestShop
let orms: Orm[]
beforeAll(async () => {
  shop = await openShop({ ids: cryptoIds }, 3 * SERIES * rounds + 10)
  const url = String(shop.ctx.orm.config.get('clientUrl'))
  orms = await Promise.all(Array.from({ length: APIS }, () => openOrmWithLongTimeouts({ url, poolSize: HANDS })))
})
afterAll(async () => {
  await Promise.all(orms.map((orm) => orm.close()))
  await closeShop(shop)
})
const { create, read, events } = seriesOf(() => shop)

type Call = (ctx: ApiContext, id: string) => Promise<unknown>
const change = (ctx: ApiContext, id: string, changes: Readonly<Record<string, unknown>>) =>
  updateSeries(ctx, { actor: shop.actor, changes: UpdateSeriesInput.parse({ id, ...changes }) })
/** Two ticks against every command. */
const calls: readonly Call[] = [
  (ctx, id) => tickSeries(ctx, { id, by: 'sweep' }),
  (ctx, id) => tickSeries(ctx, { id, by: 'sweep' }),
  (ctx, id) => cancelSeries(ctx, { actor: shop.actor, id }),
  (ctx, id) => change(ctx, id, { status: 'paused' }),
  (ctx, id) => change(ctx, id, { amount: NEW }),
]

test(`R12: tick, cancellation, pause and new amount of ${SERIES} series at once open one child a period, none after the end; ${rounds} rounds`, async () => {
  const random = randomOf(drawSeed('R12'))
  for (let round = 0; round < rounds; round++) {
    const all = await Promise.all(Array.from({ length: SERIES }, async () => (await create({ amount: OLD })).series))
    shop.ctx.clock.advance(WEEK_MS)
    await raceAll(all, () => random.below(calls.length))
    for (const series of all) expect(await faultsOf(series)).toEqual([])
    // The slot after the race is of no series: all have ended.
    const opened = await countChildren()
    shop.ctx.clock.advance(WEEK_MS)
    for (const { id } of all) await tickSeries(shop.ctx, { id, by: 'sweep' })
    expect(await countChildren()).toBe(opened)
  }
})

// The price is asked between the reading of the row and its lock.
test.each([
  ['cancellation', 2],
  ['pause', 3],
  ['new amount', 4],
] as const)('R12: a tick that has priced its child before a %s opens none by the old terms', async (_, which) => {
  const { id } = (await create({ amount: OLD })).series
  shop.ctx.clock.advance(WEEK_MS)
  const meanwhile = once(() => calls[which]?.(shop.ctx, id))
  const findPrice: ApiContext['rates']['findPrice'] = async (...asked) => {
    await meanwhile()
    return shop.ctx.rates.findPrice(...asked)
  }
  expect(await tickSeries({ ...shop.ctx, rates: { ...shop.ctx.rates, findPrice } }, { id, by: 'workflow' })).toBe(false)
  expect((await read(id)).children).toHaveLength(1)
})

function once(work: () => Promise<unknown> | undefined): () => Promise<unknown> {
  let begun: Promise<unknown> | undefined
  return () => (begun ??= Promise.resolve(work()))
}

/** Makes all calls at once, those of one series by as many apis. */
async function raceAll(all: readonly SeriesEntity[], first: () => number): Promise<void> {
  const contexts = orms.map((orm): ApiContext => ({ ...shop.ctx, orm }))
  const turns = all.flatMap(({ id }, at) => {
    const begins = first()
    const ordered = [...calls.slice(begins), ...calls.slice(0, begins)]
    return ordered.map((call, turn) => ({ id, ctx: contexts[(at + turn) % APIS] ?? shop.ctx, call }))
  })
  const url = String(shop.ctx.orm.config.get('clientUrl'))
  await raceFrom({ url, table: 'series', waiting: APIS * HANDS }, () =>
    Promise.all(turns.map(({ id, ctx, call }) => repeat(() => call(ctx, id)).catch(ignoreLateChange))),
  )
}

/** A client repeats what another request has kept waiting for too long. */
async function repeat(call: () => Promise<unknown>): Promise<unknown> {
  for (;;) {
    try {
      return await call()
    } catch (error) {
      if (!(error instanceof ConcurrentUpdate)) throw error
    }
  }
}

/** A change of a series that has ended meanwhile. @throws whatever else was rejected. */
function ignoreLateChange(error: unknown): void {
  if (!(error instanceof DomainError && error.code === 'INVALID_STATE')) throw error
}

/** The faults of a series that was raced for: it must be cancelled in the end, and charged twice at most, by its terms of the moment. */
async function faultsOf({ id }: SeriesEntity): Promise<string[]> {
  const { series, children } = await read(id)
  const told = await events(id)
  const isEnded = series.state === 'cancelled' && series.nextChargeAt === null && told.at(-1) === 'series.cancelled'
  const charged = told.filter((name) => name === 'series.charged').length
  return [
    ...(isEnded ? [] : [`ended ${series.state}`]),
    ...(series.periodsCompleted === children.length && charged === children.length ? [] : [`told ${told.join()}`]),
    ...(areDue(children) ? [] : [`charged ${children.map(({ amountMinor }) => amountMinor).join()}`]),
  ]
}

/** True of a first child by the old terms and perhaps one more by either; Bitcoin costs 60 000 dollars. */
function areDue(children: Awaited<ReturnType<typeof read>>['children']): boolean {
  const isPriced = children.every(({ amountMinor, amountUnits }) => (amountUnits ?? 0n) * 60_000n === amountMinor * 1_000_000n)
  const isInOrder = children.every(({ period, amountMinor }, at) => period === at + 1 && termsOf[at]?.includes(amountMinor))
  return isPriced && isInOrder && children.length > 0
}

async function countChildren(): Promise<number> {
  return (await tables(shop.ctx.orm.em.fork()).selectFrom('series_period').select('escrowId').execute()).length
}
