import type { Figures } from '../metrics/register-metrics.ts'
import type { GaugeRow } from '../metrics/gauge.ts'
import type { Alert } from './alert.ts'
import { alertGroups } from './alerts.ts'

/** A condition that rows alone can answer: `max by (chain) (scanner_lag_blocks{chain="BTC"}) > 5`. */
const CONDITION =
  /^(?:min|max)(?: by \(\w+\) )?\((?<metric>\w+)(?:\{(?<label>\w+)(?<how>=~?)"(?<value>[^"]*)"\})?\) (?<sign><=?|>=?) (?<bound>\d+(?:\.\d+)?)$/

const signs: Readonly<Record<string, (value: number, bound: number) => boolean>> = {
  '<': (value, bound) => value < bound,
  '<=': (value, bound) => value <= bound,
  '>': (value, bound) => value > bound,
  '>=': (value, bound) => value >= bound,
}

/** An alert whose condition is true, and the chains on which it is; none where it is not about a chain. */
interface FiringAlert extends Alert {
  readonly chains: readonly string[]
}

/**
 * The alerts whose condition is true in the rows now, whether or not it has held for long enough to notify anybody. Conditions over time, or over
 * what only processes count, are left to Prometheus.
 */
export const findFiring = (figures: Figures): FiringAlert[] =>
  Object.values(alertGroups)
    .flat()
    .flatMap((alert) => {
      const rows = alert.expr.split(' or ').flatMap((condition) => rowsThatMeet(condition, figures))
      return rows.length === 0 ? [] : [{ ...alert, chains: chainsOf(rows) }]
    })

const chainsOf = (rows: readonly GaugeRow[]): string[] => [
  ...new Set(rows.flatMap(({ chain }) => (chain === undefined ? [] : [String(chain)]))),
]

function rowsThatMeet(condition: string, figures: Figures): GaugeRow[] {
  const { metric = '', label, how, value = '', sign = '', bound } = CONDITION.exec(condition)?.groups ?? {}
  const rows = figures.get(metric) ?? []
  const selects = ({ [label ?? '']: found = '' }: GaugeRow): boolean =>
    label === undefined || (how === '=' ? found === value : new RegExp(`^(?:${value})$`).test(String(found)))
  return rows.filter((row) => selects(row) && signs[sign]?.(Number(row.value), Number(bound)) === true)
}
