import { tables } from '@gateway/db/tables'
import { messageOf } from '@gateway/domain/kernel/error'
import { Gauge, type Registry } from 'prom-client'
import type { Context } from '../../kernel/context.ts'
import type { RowGauge, GaugeRow } from './gauge.ts'
import { payoutMetrics } from './payout-metrics.ts'
import { escrowMetrics } from './escrow-metrics.ts'
import { cardMetrics } from './card-metrics.ts'
import { lightningMetrics } from './lightning-metrics.ts'
import { rateMetrics } from './rate-metrics.ts'
import { pipelineMetrics } from './pipeline-metrics.ts'

/** Every metric computed from rows. */
export const gauges: readonly RowGauge[] = [
  ...pipelineMetrics,
  ...payoutMetrics,
  ...escrowMetrics,
  ...cardMetrics,
  ...lightningMetrics,
  ...rateMetrics,
]

type FigureContext = Pick<Context, 'orm' | 'clock' | 'log'>

const CACHE_MS = 10_000

/**
 * Registers every metric computed from rows. They are read one after another at a scrape and cached for ten seconds, so scrapes cannot load the
 * database. A metric that cannot be read is absent, and counted, which has an alert of its own.
 */
export function registerMetrics(ctx: FigureContext, registry: Registry): void {
  const read = openFigures(ctx)
  new Gauge({
    name: 'metrics_unread',
    help: 'Metrics of rows that could not be read at the last scrape: no alert about them can fire.',
    registers: [registry],
    async collect() {
      this.set(gauges.length - (await read()).size)
    },
  })
  for (const { name, help, labels } of gauges)
    new Gauge({
      name,
      help,
      labelNames: [...labels],
      registers: [registry],
      async collect() {
        const rows = (await read()).get(name) ?? []
        this.reset()
        // A gauge without labels would otherwise report 0 when nothing was read.
        if (rows.length === 0 && labels.length === 0) this.remove()
        for (const { value, ...told } of rows) this.set(told, Number(value))
      },
    })
}

/** Rows of every metric, by its name. One that could not be read is absent. */
export type Figures = ReadonlyMap<string, readonly GaugeRow[]>

/** Reads every metric computed from rows, at most once in ten seconds. */
export const openFigures = (ctx: FigureContext): (() => Promise<Figures>) => kept(() => readAll(ctx))

async function readAll(ctx: FigureContext): Promise<Figures> {
  const found = new Map<string, readonly GaugeRow[]>()
  const now = ctx.clock.now()
  for (const { name, query } of gauges)
    await query(now)
      .execute(tables(ctx.orm.em.fork()))
      .then(
        ({ rows }) => found.set(name, rows),
        (error: unknown) => ctx.log.warn({ problem: messageOf(error) }, `metric read failed: ${name}`),
      )
  return found
}

/** The cached result, or the read under way. */
function kept<T>(read: () => Promise<T>): () => Promise<T> {
  let answer: Promise<T> | undefined
  let readAt = 0
  return () => {
    if (answer && performance.now() - readAt < CACHE_MS) return answer
    readAt = performance.now()
    answer = read()
    return answer
  }
}
