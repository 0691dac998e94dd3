import type { Orm } from '@gateway/db/orm'
import type { Context } from '@gateway/operations/kernel/context'
import { type Figures, openFigures } from '@gateway/operations/observability/metrics/register-metrics'

/** What operators' procedures work with: operations over the operators' own database user, as the operator command has it. */
export interface OperatorDesk extends Context {
  /** Where the Temporal UI shows the namespace of the workflows. */
  readonly temporalUi: string | undefined
  /** How long a refund link is valid, in days. */
  readonly refundLinkDays: number
  /** What the Lightning node may hold in channels. */
  readonly lightningCapSats: bigint
  /** Every metric computed from rows, at most ten seconds old. */
  readonly figures: () => Promise<Figures>
}

/** Makes that of a context, over a pool of the operators' database user. It needs no rates, because an operator judges the value. */
export function openDesk(
  base: Context,
  { orm, ...settings }: { orm: Orm } & Pick<OperatorDesk, 'temporalUi' | 'refundLinkDays' | 'lightningCapSats'>,
): OperatorDesk {
  const { clock, ids, log, rails, publicUrl, forwardCostMultiple, failpoint } = base
  const context = { orm, clock, ids, log, rails, publicUrl, forwardCostMultiple, failpoint, rates: { findPrice: async () => undefined } }
  return { ...context, ...settings, figures: openFigures(context) }
}
