import type { RateBoard, ShownSource } from '@gateway/contract/portal/rates'
import { findNewestSnapshot } from '@gateway/db/rates/snapshot-queries'
import type { FiatCode } from '@gateway/domain/money/fiat'
import { assetOf } from '@gateway/domain/money/asset'
import { isOpen } from '@gateway/domain/rates/circuit'
import { currencyOf } from '@gateway/domain/rates/symbol'
import { type ApiContext, servedAssets } from '../kernel/context.ts'
import { findRate } from './get-rate.ts'
import { listSources } from './list-sources.ts'

type BoardContext = Pick<ApiContext, 'orm' | 'clock' | 'rates' | 'rails'>

/** The rates that payments of the served coins would be quoted at now, in one currency, with the newer prices that do not count yet, and how each source does. */
export async function readRateBoard(ctx: BoardContext, { currency }: { currency: FiatCode }): Promise<RateBoard> {
  const at = ctx.clock.now()
  const symbols = [...new Map(servedAssets(ctx.rails).map((asset) => [assetOf(asset).ticker, asset])).entries()]
  const [found, sources, snapshot] = await Promise.all([
    Promise.all(symbols.map(async ([, symbol]) => findRate(ctx, { symbol, currency }))),
    listSources(ctx),
    findNewestSnapshot(ctx.orm.em.fork()),
  ])
  const rates = found.flatMap((rate) => (rate ? [{ ...rate, hold: snapshot?.holds[`${currencyOf(rate.symbol).ticker}/${currency}`] }] : []))
  const used = new Set(rates.flatMap(({ sources: names }) => names))
  return {
    at,
    currency,
    rates,
    sources: sources.map((source) => shown(source, { at, isUsed: used.has(source.name) })),
    unavailable: symbols.flatMap(([ticker], place) => (found[place] ? [] : [ticker])),
  }
}

type Source = Awaited<ReturnType<typeof listSources>>[number]

function shown(source: Source, { at, isUsed }: { at: Date; isUsed: boolean }): ShownSource {
  const isResting = isOpen(source.failures) && source.restsUntil > at
  return {
    name: source.name,
    health: isResting ? 'resting' : source.failures > 0 ? 'failing' : 'healthy',
    isUsed,
    answeredAt: source.answeredAt,
    askedAt: source.askedAt,
    sameSince: source.sameSince,
    restsUntil: isResting ? source.restsUntil : null,
    failures: source.failures,
    problem: source.problem,
  }
}
