import { ChainUnavailable } from '@gateway/chains/errors'
import { BEGINNING, type SweptPage } from '@gateway/db/kernel/page'
import { LeaseLost } from '@gateway/domain/chainwatch/errors'
import { messageOf } from '@gateway/domain/kernel/error'
import type { Context } from '../context.ts'
import type { LogFields } from '../log.ts'
import { keysPutOff, putOff, putOffBriefly, stateOf } from './put-offs.ts'
import type { SweepName } from './sweep-names.ts'

type SweepContext = Pick<Context, 'orm' | 'clock' | 'log'>

/** One item of a sweep: its key among the sweep's items, and how a log names it. */
export interface SweptItem {
  readonly name: SweepName
  readonly key: string
  readonly about: LogFields
  /** Whether an error says that whoever is asked about the item does not answer. */
  readonly isUnanswered?: (error: unknown) => boolean
}

/** The rows that a sweep goes through. */
export interface Sweep<Row> {
  readonly name: SweepName
  /** Rows of one pass; 500 by default. */
  readonly limit?: number | undefined
  /** The next rows: behind the last one of the pass before, and without those that are put off, so that neither kind starves the others. */
  readonly read: (page: SweptPage) => Promise<readonly Row[]>
  readonly keyOf: (row: NoInfer<Row>) => string
  readonly aboutOf: (row: NoInfer<Row>) => LogFields
}

const ROWS_AT_ONCE = 500
/** Failures in a row that are no accident any more. */
const TOLD_AT = 3

/**
 * Does something for each row of a sweep, in order. A row that fails is put off, counted and reported, and delays no other; neither does a sweep
 * that cannot read its rows.
 *
 * @returns for how many rows the work was `true`.
 * @throws {ChainUnavailable} {LeaseLost} which are about no row.
 */
export async function sweepEach<Row>(ctx: SweepContext, sweep: Sweep<Row>, work: (row: Row) => Promise<unknown>): Promise<number> {
  let done = 0
  for (const row of await readDue(ctx, sweep)) if ((await sweepOne(ctx, itemOf(sweep, row), () => work(row))) === true) done += 1
  return done
}

/** The next rows of a sweep that are not put off; none, with a line in the log, when they cannot be read. */
export async function readDue<Row>(ctx: SweepContext, { name, limit = ROWS_AT_ONCE, read, keyOf }: Sweep<Row>): Promise<readonly Row[]> {
  const state = stateOf(ctx.orm, name)
  const except = keysPutOff(state, ctx.clock.now())
  try {
    const rows = await read({ after: state.after, limit, except })
    const last = rows.length < limit ? undefined : rows.at(-1)
    state.after = last === undefined ? BEGINNING : keyOf(last)
    return rows.filter((row) => !except.includes(keyOf(row)))
  } catch (error) {
    ctx.log.error({ sweep: name, problem: messageOf(error) }, 'rows of a sweep not read')
    return []
  }
}

/** Whether an error is about the chain or the sweep as a whole, so that no row is to be put off for it. */
export const isAboutNoRow = (error: unknown): boolean => error instanceof ChainUnavailable || error instanceof LeaseLost

/** A row of a sweep as an item. */
export const itemOf = <Row>({ name, keyOf, aboutOf }: Pick<Sweep<Row>, 'name' | 'keyOf' | 'aboutOf'>, row: Row): SweptItem => ({
  name,
  key: keyOf(row),
  about: aboutOf(row),
})

/**
 * Does something for one item. One that nobody answers about has not failed: it waits briefly, and is tried again for as long as that lasts.
 *
 * @returns undefined when that failed. @throws {ChainUnavailable} {LeaseLost} which are about no item.
 */
export async function sweepOne<Done>(
  ctx: SweepContext,
  { name, key, about, isUnanswered }: SweptItem,
  work: () => Promise<Done>,
): Promise<Done | undefined> {
  const state = stateOf(ctx.orm, name)
  try {
    const done = await work()
    state.putOffs.delete(key)
    return done
  } catch (error) {
    if (isAboutNoRow(error)) throw error
    if (isUnanswered?.(error)) {
      putOffBriefly(state, key, ctx.clock.now())
      ctx.log.warn({ ...about, sweep: name, problem: messageOf(error) }, 'item of a sweep waits for an answer')
      return undefined
    }
    const attempts = putOff(state, key, ctx.clock.now())
    const alarm = attempts === TOLD_AT && ({ alarm: 'sweep_item_fails' } as const)
    ctx.log.error({ ...about, ...alarm, sweep: name, attempts, problem: messageOf(error) }, 'item of a sweep failed, trying again later')
    return undefined
  }
}
