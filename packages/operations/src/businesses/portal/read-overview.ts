import type { BusinessOverview, ShownConfirmations, ShownWallet } from '@gateway/contract/portal/businesses'
import { findStoredBusiness } from '@gateway/db/businesses/business-queries'
import { countActiveKeys } from '@gateway/db/businesses/key-queries'
import { countedCreations } from '@gateway/db/businesses/usage-queries'
import { findContractWallets } from '@gateway/db/businesses/wallet-queries'
import type { Actor } from '@gateway/domain/accounts/merchant'
import { type Business, walletFor, walletsAt } from '@gateway/domain/businesses/business'
import { MAX_ACTIVE_KEYS } from '@gateway/domain/businesses/limits'
import { NO_CEILING, type Usage, usagePeriod } from '@gateway/domain/businesses/plan'
import { NotFound } from '@gateway/domain/kernel/error'
import type { BusinessId } from '@gateway/domain/kernel/id'
import { type AssetCode, assetOf } from '@gateway/domain/money/asset'
import { requireMerchant } from '../../accounts/auth/require-merchant.ts'
import { type ApiContext, servedAssets } from '../../kernel/context.ts'
import { businessScope } from '../business-scope.ts'

type OverviewContext = Pick<ApiContext, 'orm' | 'clock' | 'rails' | 'plans' | 'walletDelayMs' | 'paymentRules'>

/**
 * A business of the signed-in merchant with its wallets and their delays, the confirmations of new payments, its plan and what it has used.
 *
 * @throws {NotFound} also when it is another merchant's. @throws {MerchantTokenRequired}
 */
export async function readOverview(ctx: OverviewContext, { actor, id }: { actor: Actor; id: BusinessId }): Promise<BusinessOverview> {
  const em = ctx.orm.em.fork()
  const now = ctx.clock.now()
  const facts = await findStoredBusiness(em, { ...businessScope(requireMerchant(actor)), id })
  if (!facts) throw new NotFound('business')
  const { business } = facts
  const period = usagePeriod(now)
  const [contracts, active, current] = await Promise.all([
    findContractWallets(em, business),
    countActiveKeys(em, { businessId: id, at: now }),
    countedCreations(em, { businessId: id, mode: business.mode, period }),
  ])
  return {
    facts,
    wallets: servedAssets(ctx.rails).map((asset) => walletOf(business, { asset, now, contracts })),
    walletDelayMs: ctx.walletDelayMs,
    confirmations: confirmationsOf(ctx),
    plan: { code: business.plan, feeBps: ctx.plans[business.plan].feeBps },
    usage: usageOf(ctx, business, current),
    period,
    keys: { active, most: MAX_ACTIVE_KEYS },
  }
}

function walletOf(
  business: Business,
  { asset, now, contracts }: { asset: AssetCode; now: Date; contracts: readonly AssetCode[] },
): ShownWallet {
  const { chain } = assetOf(asset)
  const inEffect = walletFor(walletsAt(business, now), assetOf(asset)) ?? null
  const until = business.formerWallets[asset]?.until
  const waits = until !== undefined && new Date(until) > now
  const address = business.wallets[asset] ?? null
  return { asset, chain, address, inEffect, waitsUntil: waits ? new Date(until) : null, isContract: contracts.includes(asset) }
}

function confirmationsOf({ rails, paymentRules }: OverviewContext): ShownConfirmations[] {
  const { bandLimitsUsdCents, confirmationBands } = paymentRules.rules
  const limits = [0n, ...bandLimitsUsdCents]
  return [...rails.keys()].map((chain) => ({
    chain,
    bands: confirmationBands[chain].map((policy, band) => ({ fromUsdCents: limits[band] ?? 0n, ...policy })),
  }))
}

function usageOf({ plans }: OverviewContext, { plan }: Business, current: number): Usage {
  const limit = Math.min(plans[plan].monthlyTransactions, NO_CEILING)
  return { current, limit, remaining: Math.max(0, limit - current) }
}
