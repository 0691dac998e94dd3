import { tables } from '@gateway/db/tables'
import { messageOf } from '@gateway/domain/kernel/error'
import { Gauge, type Registry } from 'prom-client'
import type { Context } from '../context.ts'
import type { Figure, FigureRow } from './figure.ts'
import { payoutFigures } from './payout-figures.ts'
import { rateFigures } from './rate-figures.ts'
import { workFigures } from './work-figures.ts'

/** Every figure that rows tell. */
export const figures: readonly Figure[] = [...workFigures, ...payoutFigures, ...rateFigures]

type FigureContext = Pick<Context, 'orm' | 'clock' | 'log'>

const KEPT_MS = 10_000

/**
 * Puts every figure that rows tell into a registry. They are read one after another when somebody looks, and kept for ten seconds however often
 * that is, so looking cannot load the database. A figure that cannot be read is absent, which has an alert of its own.
 */
export function registerFigures(ctx: FigureContext, registry: Registry): void {
  const read = kept(() => readAll(ctx))
  for (const { name, help, labels } of figures)
    new Gauge({
      name,
      help,
      labelNames: [...labels],
      registers: [registry],
      async collect() {
        const rows = (await read()).get(name) ?? []
        this.reset()
        // Without labels there is one value, which would be 0 if nothing were read.
        if (rows.length === 0 && labels.length === 0) this.remove()
        for (const { value, ...told } of rows) this.set(told, Number(value))
      },
    })
}

async function readAll(ctx: FigureContext): Promise<ReadonlyMap<string, readonly FigureRow[]>> {
  const found = new Map<string, readonly FigureRow[]>()
  const now = ctx.clock.now()
  for (const { name, query } of figures)
    await query(now)
      .execute(tables(ctx.orm.em.fork()))
      .then(
        ({ rows }) => found.set(name, rows),
        (error: unknown) => ctx.log.warn({ problem: messageOf(error) }, `a figure could not be read: ${name}`),
      )
  return found
}

/** The answer of a moment ago, or of the reading under way. */
function kept<T>(read: () => Promise<T>): () => Promise<T> {
  let answer: Promise<T> | undefined
  let readAt = 0
  return () => {
    if (answer && performance.now() - readAt < KEPT_MS) return answer
    readAt = performance.now()
    answer = read()
    return answer
  }
}
