import { walletFor, type Business } from '@gateway/domain/businesses/business'
import type { MerchantId } from '@gateway/domain/kernel/id'
import { type AssetCode, assetCodes, assetOf } from '@gateway/domain/money/asset'
import { z } from 'zod'
import { flag } from './wire/flag.ts'
import { BusinessIdName, Id } from './wire/id.ts'
import { wireFilter } from './wire/names.ts'

/** The business whose wallets count, and whether to omit inactive coins. */
export const ListTokensInput = wireFilter(
  z.object({
    businessId: BusinessIdName.optional(),
    activeOnly: flag({ description: 'Only coins that the gateway accepts now are listed.', example: true }).optional(),
  }),
)
export type ListTokensInput = z.output<typeof ListTokensInput>

const TokenView = z
  .object({
    code: z.string().meta({ description: 'The name of the coin in lower case.', example: 'usdc_eth' }),
    symbol: z.string().meta({ description: 'A payment in the coin has this value as `blockchain`.', example: 'USDC_ETH' }),
    ticker: z.string().meta({ description: 'Rates of the coin are under this symbol.', example: 'USDC' }),
    chain: z.string().meta({ description: 'The coin is sent on this chain.', example: 'ETH' }),
    name: z.string().meta({ description: 'The name of the coin as it is displayed.', example: 'USD Coin on Ethereum' }),
    decimals: z.int().meta({ description: 'Amounts of the coin have at most this many decimals.', example: 6 }),
    is_active: z.boolean().meta({ description: 'This is true when the gateway accepts the coin now.', example: true }),
    has_wallet: z.boolean().meta({ description: 'This is true when the business has a wallet for the coin.', example: true }),
    wallet_source: z
      .literal('business')
      .nullable()
      .meta({ description: 'The wallet is that of the business; null without one.', example: 'business' }),
  })
  .meta({ id: 'Token', description: 'A coin on a chain, which a payment can be made in.' })

/** Coins, and the business whose wallets count. */
export const TokenListView = z.object({
  tokens: z.array(TokenView),
  coins: z.array(TokenView).meta({ description: 'This is a copy of `tokens`.' }),
  business_id: Id.nullable(),
  merchant_id: Id,
  total: z.int().meta({ description: 'The list has this many rows.', example: 8 }),
})

/** The facts behind the list of coins. */
export interface TokenFacts {
  readonly merchantId: MerchantId
  /** The business whose wallets count; undefined when the merchant has several and named none. */
  readonly business: Business | undefined
  /** Assets the gateway accepts now. */
  readonly served: ReadonlySet<AssetCode>
}

/** Every coin, in the order of the asset table; `activeOnly` omits unsupported ones. */
export function presentTokens({ merchantId, business, served }: TokenFacts, { activeOnly = false }: ListTokensInput) {
  const codes = assetCodes.filter((code) => !activeOnly || served.has(code))
  const tokens = codes.map((symbol) => presentToken(symbol, { business, isActive: served.has(symbol) }))
  return { tokens, coins: tokens, business_id: business?.id ?? null, merchant_id: merchantId, total: tokens.length }
}

function presentToken(symbol: AssetCode, { business, isActive }: { business: Business | undefined; isActive: boolean }) {
  const { ticker, chain, name, decimals } = assetOf(symbol)
  const hasWallet = business !== undefined && walletFor(business.wallets, { code: symbol, chain }) !== undefined
  const walletSource = hasWallet ? ('business' as const) : null
  return {
    code: symbol.toLowerCase(),
    symbol,
    ticker,
    chain,
    name,
    decimals,
    is_active: isActive,
    has_wallet: hasWallet,
    wallet_source: walletSource,
  }
}
