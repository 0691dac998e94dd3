import type { BusinessId, MerchantId, Mode } from '../kernel/id.ts'
import type { AssetCode } from '../money/asset.ts'
import type { Bps } from '../money/rounding.ts'
import type { PlanCode } from './plan.ts'

/** A merchant's store: the tenant that payments, keys and webhooks belong to. */
export interface Business {
  readonly id: BusinessId
  readonly merchantId: MerchantId
  readonly mode: Mode
  readonly name: string
  readonly description: string | null
  readonly category: string | null
  readonly plan: PlanCode
  /** IANA name; day boundaries of invoices and series are computed in it. */
  readonly timeZone: string
  /** Taken off the market rate once, when a payment is quoted; at most 500. */
  readonly spreadBps: Bps
  /** Missing share of an amount that still counts as paid; at most 2000. */
  readonly toleranceBps: Bps
  readonly paymentWindowSeconds: number
  /** Where payments of an asset are forwarded to. */
  readonly wallets: Readonly<Partial<Record<AssetCode, string>>>
  readonly createdAt: Date
  readonly updatedAt: Date
}

/** Events of businesses. */
export type BusinessEventName = 'business.created' | 'business.updated'

/** The wallet payments of an asset go to: its own, else that of the chain's native coin (one address holds both). */
export const walletFor = (wallets: Business['wallets'], asset: { code: AssetCode; chain: AssetCode }): string | undefined =>
  wallets[asset.code] ?? wallets[asset.chain]
