import type { FiatCode } from '@gateway/domain/money/fiat'
import { usdCentsOfFiat } from '@gateway/domain/money/rate'
import type { RatesContext } from '../../rates/get-rate.ts'
import { findRate } from '../../rates/get-rate.ts'

/** The value of an amount in US cents by the present prices of one coin in both currencies; null where there is none: the amount adds no weight then. */
export async function readUsdCents(ctx: RatesContext, { minor, currency }: { minor: bigint; currency: FiatCode }): Promise<bigint | null> {
  if (currency === 'USD') return minor
  const [rate, usdRate] = await Promise.all([currency, 'USD' as const].map((one) => findRate(ctx, { symbol: 'BTC', currency: one })))
  return rate && usdRate ? usdCentsOfFiat(minor, currency, { rate: rate.rate, usdRate: usdRate.rate }) : null
}
