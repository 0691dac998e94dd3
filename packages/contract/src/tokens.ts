import { walletFor, type Business } from '@gateway/domain/businesses/business'
import type { MerchantId } from '@gateway/domain/kernel/id'
import { type AssetCode, assetCodes, assetOf } from '@gateway/domain/money/asset'
import { z } from 'zod'
import { flag } from './wire/flag.ts'
import { BusinessIdName, Id } from './wire/id.ts'
import { wireInput } from './wire/names.ts'

/** The business whose wallets count, and whether to omit inactive coins. */
export const ListTokensInput = wireInput(
  z.object({
    businessId: BusinessIdName.optional(),
    activeOnly: flag({ description: 'True to list only coins the gateway accepts now.', example: true }).optional(),
  }),
)
export type ListTokensInput = z.output<typeof ListTokensInput>

const TokenView = z
  .object({
    code: z.string().meta({ description: 'Lower-case name.', example: 'usdc_eth' }),
    symbol: z.string().meta({ description: 'Value of `blockchain` in a payment.', example: 'USDC_ETH' }),
    ticker: z.string().meta({ description: 'Symbol used for rates.', example: 'USDC' }),
    chain: z.string().meta({ description: 'Chain of the coin.', example: 'ETH' }),
    name: z.string().meta({ description: 'Display name.', example: 'USD Coin on Ethereum' }),
    decimals: z.int().meta({ description: 'Decimals of the smallest unit.', example: 6 }),
    is_active: z.boolean().meta({ description: 'True when the gateway accepts it now.', example: true }),
    has_wallet: z.boolean().meta({ description: 'True when the business has a wallet for it.', example: true }),
    wallet_source: z.literal('business').nullable().meta({ description: 'Where the wallet is set.', example: 'business' }),
  })
  .meta({ id: 'Token', description: 'A coin on a chain.' })

/** Coins, and the business whose wallets count. */
export const TokenListView = z.object({
  tokens: z.array(TokenView),
  coins: z.array(TokenView).meta({ description: 'Copy of the rows.' }),
  business_id: Id.nullable(),
  merchant_id: Id,
  total: z.int().meta({ description: 'Number of rows.', example: 8 }),
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
