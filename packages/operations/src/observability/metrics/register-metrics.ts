import { tables } from '@gateway/db/tables'
import { messageOf } from '@gateway/domain/kernel/error'
import { Gauge, type Registry } from 'prom-client'
import type { Context } from '../../kernel/context.ts'
import type { RowGauge, GaugeRow } from './gauge.ts'
import { payoutMetrics } from './payout-metrics.ts'
import { rateMetrics } from './rate-metrics.ts'
import { pipelineMetrics } from './pipeline-metrics.ts'

/** Every figure that rows tell. */
export const gauges: readonly RowGauge[] = [...pipelineMetrics, ...payoutMetrics, ...rateMetrics]

type FigureContext = Pick<Context, 'orm' | 'clock' | 'log'>

const KEPT_MS = 10_000

/**
 * Puts every figure that rows tell into a registry. They are read one after another when somebody looks, and kept for ten seconds however often
 * that is, so looking cannot load the database. A figure that cannot be read is absent, which has an alert of its own.
 */
export function registerMetrics(ctx: FigureContext, registry: Registry): void {
  const read = kept(() => readAll(ctx))
  for (const { name, help, labels } of gauges)
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

async function readAll(ctx: FigureContext): Promise<ReadonlyMap<string, readonly GaugeRow[]>> {
  const found = new Map<string, readonly GaugeRow[]>()
  const now = ctx.clock.now()
  for (const { name, query } of gauges)
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
