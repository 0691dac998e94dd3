import type { Orm } from '@gateway/db/orm'
import type { RateSource } from '@gateway/providers/rates/source'
import { staticRates, type StaticPrices } from '@gateway/providers/rates/static-rates'
import { publishSnapshot } from './publish-snapshot.ts'

/** The prices of a process: fixed ones if configured, else the snapshots of the role `rates`. */
export function openRates(
  fixed: StaticPrices,
  { orm, news }: { orm: Orm; news: { on(channel: string, ear: () => void): void } },
): RateSource {
  return Object.keys(fixed).length > 0 ? staticRates(fixed) : publishSnapshot(orm, news)
}
