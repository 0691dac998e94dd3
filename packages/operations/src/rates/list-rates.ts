import type { RateList } from '@gateway/domain/rates/shown-rate'
import type { FiatCode } from '@gateway/domain/money/fiat'
import { RateUnavailable } from '@gateway/domain/rates/errors'
import { isRateSymbol, type RateSymbol } from '@gateway/domain/rates/symbol'
import { findRate, type RatesContext } from './get-rate.ts'

/**
 * The rates of some coins in one currency, under their requested names; unknown coins and coins without a rate are listed apart.
 *
 * @throws {RateUnavailable} when coins are known and none of them has a rate.
 */
export async function listRates(
  ctx: RatesContext,
  { names, currency }: { names: readonly string[]; currency: FiatCode },
): Promise<RateList> {
  const asked = await Promise.all(names.map(async (name) => ({ name, symbol: symbolOf(name), rate: await rateOf(ctx, name, currency) })))
  const rates = asked.flatMap(({ name, rate }) => (rate ? [{ name, rate }] : []))
  const [known] = asked.flatMap(({ symbol }) => symbol ?? [])
  if (known !== undefined && rates.length === 0) throw new RateUnavailable({ asset: known, currency })
  const moments = rates.map(({ rate }) => rate.asOf.getTime())
  return {
    currency,
    rates,
    unavailable: [...new Set(asked.filter(({ rate }) => !rate).map(({ name }) => name))],
    asOf: moments.length > 0 ? new Date(Math.min(...moments)) : ctx.clock.now(),
  }
}

async function rateOf(ctx: RatesContext, name: string, currency: FiatCode) {
  const symbol = symbolOf(name)
  return symbol && findRate(ctx, { symbol, currency })
}

function symbolOf(name: string): RateSymbol | undefined {
  const code = name.replace(/[a-z]/g, (character) => character.toUpperCase())
  return isRateSymbol(code) ? code : undefined
}
