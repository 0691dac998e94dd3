import { readUsdPrices, type UsdPrices } from '../../rates/read-usd-prices.ts'
import { pricedWith } from './round-cost.ts'
import type { SignerContext } from '../signer-context.ts'

/** A signer that knows current prices, by which it judges whether a round is worth its network cost. */
export interface PricedSigner extends SignerContext {
  readonly usdPrices: UsdPrices
}

/** Reads current prices for a signer, before it opens the transaction that signs: its few connections may all be waiting for one another. */
export async function openPricedSigner(ctx: SignerContext): Promise<PricedSigner> {
  const assets = [...ctx.rails.values()].flatMap((rail) => rail.assets)
  return { ...ctx, usdPrices: await readUsdPrices(ctx, assets.flatMap(pricedWith)) }
}
