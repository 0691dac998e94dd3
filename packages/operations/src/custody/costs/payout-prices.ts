import type { PayoutTermsEntity } from '@gateway/db/custody/pins/payout-terms.entity'
import type { PayoutTermsPinEntity } from '@gateway/db/custody/pins/payout-terms-pin.entity'
import type { SpendIntentEntity } from '@gateway/db/custody/spend-intent.entity'
import type { Em } from '@gateway/db/orm'
import { tables } from '@gateway/db/tables'
import { type AssetCode, assetOf, type ChainCode } from '@gateway/domain/money/asset'
import { findPlainDecimal } from '@gateway/domain/money/decimal'
import { usdCents } from '@gateway/domain/money/rate'
import { sql } from 'kysely'
import type { UsdPrices } from '../../rates/read-usd-prices.ts'

/** Prices in US dollars for counting payouts: the market's, else their own pinned rates, and the asset's latest. */
interface Prices {
  readonly market: UsdPrices
  readonly own: ReadonlyMap<string, string>
  readonly latest: string | undefined
}

/** Payouts of one asset with their pins. */
export interface Priced {
  readonly intents: readonly SpendIntentEntity[]
  readonly commits: ReadonlyMap<string, PayoutTermsEntity>
  readonly pins: ReadonlyMap<string, PayoutTermsPinEntity>
}

/**
 * Reads the prices of payouts: the market's, which no process that answers requests can write; without one the payment's quoted rate, or for another asset its
 * latest quote.
 */
export async function readPayoutPrices(em: Em, { intents, commits, pins }: Priced, market: UsdPrices): Promise<Prices> {
  const own = new Map<string, string>()
  for (const { id, payoutTermsId, asset } of intents) {
    const rate = pins.get(payoutTermsId)?.usdRate
    if (rate !== undefined && commits.get(payoutTermsId)?.asset === asset) own.set(id, rate)
  }
  const [first] = intents
  const isMissing = intents.some(({ id }) => !own.has(id))
  const isUnknown = first !== undefined && isMissing && !market.has(first.asset)
  return { market, own, latest: isUnknown ? await findLatest(em, first) : undefined }
}

/** Worth of a payout in US cents; undefined without a price. */
export function priceOf({ market, own, latest }: Prices, { id, asset, units }: SpendIntentEntity): bigint | undefined {
  const rate = market.get(asset) ?? findPlainDecimal(own.get(id) ?? latest ?? '')
  return rate && usdCents(units, assetOf(asset), rate)
}

/** The rate of the asset's latest payment, among the last thousand of its chain. */
async function findLatest(em: Em, { chain, asset }: { chain: ChainCode; asset: AssetCode }): Promise<string | undefined> {
  const { rows } = await sql<{ rate: string }>`SELECT recent.rate FROM (
      SELECT payout_terms.asset, payout_terms.created_at, pin.usd_rate::text AS rate FROM payout_terms JOIN payout_terms_pin pin ON pin.payout_terms_id = payout_terms.id
      WHERE payout_terms.chain = ${chain} ORDER BY payout_terms.created_at DESC LIMIT 1000) recent
    WHERE recent.asset = ${asset} ORDER BY recent.created_at DESC LIMIT 1`.execute(tables(em))
  return rows[0]?.rate
}
