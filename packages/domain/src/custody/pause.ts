import { type AssetCode, assetCodes, assets, type ChainCode } from '../money/asset.ts'
import type { MerchantId } from '../kernel/id.ts'

/** The scope of a pause: everything, a chain, an asset, or one merchant's money. */
export type PauseScope = 'global' | `chain:${ChainCode}` | `asset:${AssetCode}` | `merchant:${string}`

const UUID = /^merchant:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

const fixedScopes: ReadonlySet<string> = new Set([
  'global',
  ...Object.values(assets).map(({ chain }) => `chain:${chain}`),
  ...assetCodes.map((asset) => `asset:${asset}`),
])

/** Parses a scope typed by an operator; undefined when it names nothing. */
export const findPauseScope = (text: string): PauseScope | undefined =>
  // The table holds exactly the fixed members of the type.
  fixedScopes.has(text) || UUID.test(text) ? (text as PauseScope) : undefined

/** Every scope a payout belongs to; a pause of one stops it. */
export const scopesOf = (payout: { chain: ChainCode; asset: AssetCode; merchantId: MerchantId }): PauseScope[] => [
  'global',
  `chain:${payout.chain}`,
  `asset:${payout.asset}`,
  `merchant:${payout.merchantId}`,
]
