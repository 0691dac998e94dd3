import { messageOf } from '@gateway/domain/kernel/error'
import { refreshRates } from '@gateway/operations/rates/refresh-rates'
import { feedsOf } from '@gateway/providers/rates/feeds'
import type { Deps } from '../deps.ts'
import { recurring, type RunningRole } from '../running-role.ts'

const LOOK_EVERY_MS = 1_000

/** Polls the public rate sources, at most one process at a time. With fixed prices there is nothing to poll. */
export function openRateSources({ config, ctx }: Deps): RunningRole[] {
  if (Object.keys(config.common.STATIC_RATES).length > 0) return []
  const feeds = feedsOf(config.forRole('rates'))
  return [
    recurring(LOOK_EVERY_MS, () =>
      refreshRates(ctx, feeds).catch((error: unknown) => ctx.log.warn({ role: 'rates', problem: messageOf(error) }, 'rate poll failed')),
    ),
  ]
}
