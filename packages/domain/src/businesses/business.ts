import type { BusinessId, MerchantId, Mode } from '../kernel/id.ts'
import { type AssetCode, assetCodes, assetOf } from '../money/asset.ts'
import type { Bps } from '../money/rounding.ts'
import type { PlanCode } from './plan.ts'
import type { TaxProfile } from './tax-profile.ts'

/** A replaced wallet that stays in effect for the delay. */
interface FormerWallet {
  /** Null where the asset had no wallet of its own. */
  readonly address: string | null
  /** When the new wallet takes effect: RFC 3339, UTC. */
  readonly until: string
}

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
  /** What customers read on card statements; null for the name. */
  readonly statementDescriptor: string | null
  /** Taken off the market rate once, when a payment is quoted; at most 500. */
  readonly spreadBps: Bps
  /** Missing share of an amount that still counts as paid; at most 2000. */
  readonly toleranceBps: Bps
  readonly paymentWindowSeconds: number
  /** The wallets that payments of an asset are forwarded to. */
  readonly wallets: Readonly<Partial<Record<AssetCode, string>>>
  /** Replaced wallets that are still in effect. */
  readonly formerWallets: Readonly<Partial<Record<AssetCode, FormerWallet>>>
  /** Whom the tax office sees as the seller on its invoices; null until the merchant names it. */
  readonly taxProfile: TaxProfile | null
  readonly createdAt: Date
  readonly updatedAt: Date
}

/** The wallet payments of an asset go to: its own, else the wallet of the chain's native coin (one address holds both). */
export const walletFor = (wallets: Business['wallets'], asset: { code: AssetCode; chain: AssetCode }): string | undefined =>
  wallets[asset.code] ?? wallets[asset.chain]

/** The wallets that payments created at `now` go to. */
export function walletsAt({ wallets, formerWallets }: Pick<Business, 'wallets' | 'formerWallets'>, now: Date): Business['wallets'] {
  const counting = assetCodes.flatMap((code) => {
    const former = formerWallets[code]
    return former && now < new Date(former.until) ? [[code, former.address] as const] : []
  })
  if (counting.length === 0) return wallets
  return Object.fromEntries(Object.entries({ ...wallets, ...Object.fromEntries(counting) }).filter(([, address]) => address !== null))
}

/**
 * The wallets of a business after a change: a replaced wallet stays in effect for `delayMs`, so that the merchant can notice and revert a
 * foreign change.
 * Naming the wallet in effect ends the delay at once; a first wallet has no delay.
 */
export function nameWallets(
  business: Pick<Business, 'wallets' | 'formerWallets'>,
  named: Business['wallets'],
  { now, delayMs }: { now: Date; delayMs: number },
): Pick<Business, 'wallets' | 'formerWallets'> {
  const counting = walletsAt(business, now)
  const until = new Date(now.getTime() + delayMs).toISOString()
  const former = assetCodes.flatMap((code) => {
    const waiting = business.formerWallets[code]
    if (named[code] === business.wallets[code]) return waiting ? [[code, waiting] as const] : []
    const hasNothing = walletFor(counting, assetOf(code)) === undefined
    if (delayMs === 0 || hasNothing || named[code] === counting[code]) return []
    return [[code, { address: counting[code] ?? null, until }] as const]
  })
  return { wallets: named, formerWallets: Object.fromEntries(former) }
}

/** In whose name money is held that belongs to no business, such as that of an escrow without a credential. The schema has its row. */
export const platformBusinessId: BusinessId = 'ffffffff-ffff-4fff-8fff-000000000002'
