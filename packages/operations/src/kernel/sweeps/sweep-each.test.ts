import { ChainUnavailable } from '@gateway/chains/errors'
import { LightningUnavailable } from '@gateway/chains/lightning/errors'
import { closeAndDrop, freshOrm } from '@gateway/testing/database'
import { testClock } from '@gateway/testing/clock'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { createProcessMetrics } from '../../observability/metrics/process-metrics.ts'
import { BEGINNING } from '@gateway/db/kernel/page'
import { countPutOffs, keysPutOff, stateOf } from './put-offs.ts'
import { sweepEach, sweepOne } from './sweep-each.ts'
import { sweepTogether } from './sweep-together.ts'

const orms: Awaited<ReturnType<typeof freshOrm>>[] = []
afterAll(async () => void (await Promise.all(orms.map(closeAndDrop))))

let ctx: Awaited<ReturnType<typeof openContext>>
beforeEach(async () => void (ctx = await openContext()))

/** A context whose log lines and metrics a test reads. */
async function openContext() {
  const orm = await freshOrm()
  orms.push(orm)
  const lines: Readonly<Record<string, unknown>>[] = []
  const warnings: Readonly<Record<string, unknown>>[] = []
  const error = (fields: object) => void lines.push({ ...fields })
  const warn = (fields: object) => void warnings.push({ ...fields })
  return { orm, clock: testClock(), log: { info: () => {}, warn, error }, lines, warnings }
}

const isBad = (id: string) => id.startsWith('bad')
const ids = [...Array.from({ length: 150 }, (_, n) => `bad-${String(n).padStart(3, '0')}`), 'good']

/** One pass over the first hundred rows; the work fails for bad ones. */
async function pass(limit = 100): Promise<string[]> {
  const worked: string[] = []
  const read = async ({ after, except, limit: most }: { after: string; except: readonly string[]; limit: number }) =>
    ids.filter((id) => (after === BEGINNING || id > after) && !except.includes(id)).slice(0, most)
  await sweepEach(ctx, { name: 'series', limit, read, keyOf: (id) => id, aboutOf: (seriesId) => ({ seriesId }) }, async (id) => {
    worked.push(id)
    if (isBad(id)) throw new Error('it cannot be read')
  })
  return worked
}

test('a row behind more failing rows than a pass takes is reached by the next pass, and every failing row again later and later', async () => {
  expect(await pass()).toHaveLength(100)
  expect(await pass()).toEqual(ids.slice(100))
  expect(await pass()).toEqual(['good'])
  ctx.clock.advance(2_000)
  expect(await pass(1_000)).toEqual(ids)
  ctx.clock.advance(2_000)
  expect(await pass(1_000)).toEqual(['good'])
  ctx.clock.advance(2_000)
  expect(await pass(1_000)).toEqual(ids)
})

test('every failure is in the log, with an alarm at the third in a row, and the items are counted in a metric', async () => {
  const { registry, watchSweeps } = createProcessMetrics()
  watchSweeps(ctx.orm)
  for (const seconds of [2, 4, 8]) {
    await pass(1_000)
    ctx.clock.advance(seconds * 1_000)
  }
  const ofOne = ctx.lines.filter(({ seriesId }) => seriesId === 'bad-000')
  expect(ofOne).toMatchObject([1, 2, 3].map((attempts) => ({ sweep: 'series', attempts, problem: 'it cannot be read' })))
  expect(ofOne.map(({ alarm }) => alarm)).toEqual([undefined, undefined, 'sweep_item_fails'])
  const shown = await registry.getSingleMetric('sweep_items_put_off')?.get()
  expect(shown?.values).toMatchObject([{ labels: { sweep: 'series' }, value: 150 }])
})

test('an item that nobody answers about is tried again every two seconds, and has not failed', async () => {
  const isUnanswered = (error: unknown): boolean => error instanceof LightningUnavailable
  const item = { name: 'lightning_invoices', key: 'one', about: {}, isUnanswered } as const
  const waiting = () => keysPutOff(stateOf(ctx.orm, 'lightning_invoices'), ctx.clock.now())
  for (let times = 0; times < 12; times++) {
    expect(await sweepOne(ctx, item, () => Promise.reject(new LightningUnavailable('it is away')))).toBeUndefined()
    expect(waiting()).toEqual(['one'])
    ctx.clock.advance(2_000)
    expect(waiting()).toEqual([])
  }
  expect([ctx.lines, ctx.warnings.length, countPutOffs(ctx.orm)]).toEqual([[], 12, [['lightning_invoices', 0]]])
})

test('rows that are not read are in the log, and stop nobody', async () => {
  const read = () => Promise.reject(new Error('no such column'))
  expect(await sweepEach(ctx, { name: 'series', read, keyOf: String, aboutOf: () => ({}) }, async () => true)).toBe(0)
  expect(ctx.lines).toEqual([{ sweep: 'series', problem: 'no such column' }])
})

const together = { name: 'unpinned_terms', keyOf: (id: string) => id, aboutOf: () => ({}) } as const

test('of rows that are worked on together only those that fail alone are put off', async () => {
  const rows = { ...together, rows: ids }
  const done = await sweepTogether(ctx, rows, async (some) => {
    if (some.some(isBad)) throw new Error('it cannot be read')
    return some
  })
  expect([done, ctx.lines.length]).toEqual([['good'], 150])
})

test('rows that fail together but not alone are in the log, and those that succeed together have not failed any more', async () => {
  const rows = { ...together, rows: ['one', 'two'] }
  const alone = async (some: readonly string[]) => {
    if (some.length > 1) throw new Error('too slow together')
    if (some[0] === 'two') throw new Error('it cannot be read')
    return some
  }
  expect(await sweepTogether(ctx, rows, alone)).toEqual(['one'])
  expect(ctx.warnings).toEqual([{ sweep: 'unpinned_terms', problem: 'too slow together' }])
  expect(countPutOffs(ctx.orm)).toEqual([['unpinned_terms', 1]])
  expect(await sweepTogether(ctx, rows, async (some) => some)).toEqual(['one', 'two'])
  expect(countPutOffs(ctx.orm)).toEqual([['unpinned_terms', 0]])
})

test('of rows that are worked on together none is tried alone when the chain does not answer', async () => {
  let calls = 0
  const silent = async () => {
    calls += 1
    throw new ChainUnavailable('BTC', 'no answer')
  }
  await expect(sweepTogether(ctx, { ...together, rows: ['one', 'two'] }, silent)).rejects.toThrow(ChainUnavailable)
  expect(calls).toBe(1)
})
