import { readUsdPrices, type UsdPrices } from '../../rates/read-usd-prices.ts'
import type { SignerContext } from '../signer-context.ts'

/** A signer with current prices: by them it counts what leaves, and decides whether a round is worth its network cost. */
export interface PricedSigner extends SignerContext {
  readonly usdPrices: UsdPrices
}

/** Reads prices before the signing transaction opens; inside it, the few connections could deadlock. */
export async function openPricedSigner(ctx: SignerContext): Promise<PricedSigner> {
  const assets = [...ctx.rails.values()].flatMap((rail) => rail.assets)
  return { ...ctx, usdPrices: await readUsdPrices(ctx, assets) }
}
