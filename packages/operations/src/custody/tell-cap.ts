import { isLongCapped } from '@gateway/domain/custody/rules'
import type { ChainCode } from '@gateway/domain/money/asset'
import type { Context } from '../context.ts'

/** A payout that waits, why, and since when. */
interface Waiting {
  readonly intentId: string
  readonly chain: ChainCode
  readonly reason: string
  readonly since: Date
}

/** Writes to the log that a payout waits; with an alarm once a cap on fees has kept it for a day. */
export function tellCap({ log, clock }: Pick<Context, 'log' | 'clock'>, waiting: Waiting, message: string): void {
  const { intentId, chain, reason } = waiting
  if (isLongCapped(waiting, clock.now())) log.error({ alarm: 'fees_above_cap_for_a_day', intentId, chain, reason }, message)
  else log.warn({ intentId, chain, reason }, message)
}
