import { type AssetCode, assetCodes, assets, type ChainCode } from '../money/asset.ts'
import type { MerchantId } from '../kernel/id.ts'
import type { PayoutOwnerSubject } from './purposes.ts'

/** The scope of a pause of one object, whose payouts it stops and no others. */
export type ObjectScope = `${PayoutOwnerSubject}:${string}`

/** The scope of a pause: everything, all cards, all sends of Lightning wallets, a chain, an asset, one merchant's money, or one object. */
export type PauseScope =
  | 'global'
  | 'cards'
  | 'lightning'
  | `chain:${ChainCode}`
  | `asset:${AssetCode | 'LN'}`
  | `merchant:${string}`
  | ObjectScope

const NAMED = /^(?:merchant|payment|escrow|invoice):[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

const fixedScopes: ReadonlySet<string> = new Set([
  'global',
  'cards',
  'lightning',
  'asset:LN',
  ...Object.values(assets).map(({ chain }) => `chain:${chain}`),
  ...assetCodes.map((asset) => `asset:${asset}`),
])

/** Parses a scope typed by an operator; undefined when it names nothing. */
export const findPauseScope = (text: string): PauseScope | undefined =>
  // The table holds exactly the fixed members of the type, and the pattern describes the others.
  fixedScopes.has(text) || NAMED.test(text) ? (text as PauseScope) : undefined

/** Every scope a payout belongs to; a pause of one stops it. */
export const scopesOf = (payout: { chain: ChainCode; asset: AssetCode; merchantId: MerchantId; object: ObjectScope }): PauseScope[] => [
  'global',
  `chain:${payout.chain}`,
  `asset:${payout.asset}`,
  `merchant:${payout.merchantId}`,
  payout.object,
]

/** Every scope that the card money of a merchant belongs to; a pause of one keeps what is not under way yet from leaving. */
export const cardScopesOf = (merchantId: MerchantId): PauseScope[] => ['global', 'cards', `merchant:${merchantId}`]

/** Every scope that the sends of a merchant's Lightning wallets belong to. */
export const lightningScopesOf = (merchantId: MerchantId): PauseScope[] => ['global', 'lightning', 'asset:LN', `merchant:${merchantId}`]
