import type { AssetCode, ChainCode } from '@gateway/domain/money/asset'
import type { Rail } from './rail.ts'

/** The chains this deployment serves. */
export type Rails = ReadonlyMap<ChainCode, Rail>

/** The rail that carries an asset, or undefined when this deployment does not serve it. */
export function findRail(rails: Rails, asset: AssetCode): Rail | undefined {
  return [...rails.values()].find((rail) => rail.assets.includes(asset))
}
