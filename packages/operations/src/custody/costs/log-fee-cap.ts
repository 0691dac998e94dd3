import { isLongCapped } from '@gateway/domain/custody/rules'
import type { ChainCode } from '@gateway/domain/money/asset'
import type { Context } from '../../kernel/context.ts'
import type { AlarmName } from '../../observability/alerts/log-alarms.ts'

/** A waiting payout, with reason and start. */
interface Waiting {
  readonly intentId: string
  readonly chain: ChainCode
  readonly reason: string
  readonly since: Date
}

/** Logs that a payout waits, with an alarm after a day above a cost cap. */
export function logFeeCap({ log, clock }: Pick<Context, 'log' | 'clock'>, { since, ...waiting }: Waiting, message: string): void {
  const { reason } = waiting
  if (isLongCapped({ reason, since }, clock.now())) log.error({ alarm: alarmOf(reason), ...waiting }, message)
  else log.warn(waiting, message)
}

const alarmOf = (reason: string): AlarmName => (reason === 'below_cost_of_forwarding' ? 'below_cost_for_a_day' : 'fees_above_cap_for_a_day')
