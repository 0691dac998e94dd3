import type { BusinessScope } from '@gateway/db/businesses/business-queries'
import type { BusinessId, MerchantId, Mode } from '@gateway/domain/kernel/id'
import type { Actor } from '@gateway/domain/accounts/merchant'
import type { Business } from '@gateway/domain/businesses/business'
import { LiveKeyRequired } from '@gateway/domain/businesses/errors'

/** True when an actor may see the objects of a business. */
export const mayRead = (actor: Actor, owner: { merchantId: MerchantId; businessId: BusinessId; mode: Mode }): boolean =>
  actor.merchantId === owner.merchantId && actor.mode === owner.mode && (actor.kind !== 'key' || actor.businessId === owner.businessId)

/** The businesses whose objects an actor may see, and the mode: a key its own business, a merchant and an app all of the merchant's. */
export const businessScope = (actor: Actor): BusinessScope =>
  actor.kind === 'key'
    ? { merchantId: actor.merchantId, mode: actor.mode, businessId: actor.businessId }
    : { merchantId: actor.merchantId, mode: actor.mode }

/** The businesses an actor may see. A business serves both modes, so its test keys find it too. */
export const homeScope = (actor: Actor): BusinessScope =>
  actor.kind === 'key' ? { ...businessScope(actor), mode: 'live' } : businessScope(actor)

/** A business as an actor sees it: a test key sees no wallets, because they receive real money. */
export const seenBy = (actor: Actor, business: Business): Business =>
  actor.mode === business.mode ? business : { ...business, mode: actor.mode, wallets: {}, formerWallets: {} }

/** Rejects actors in test mode. @throws {LiveKeyRequired} */
export function requireLive(actor: Actor): void {
  if (actor.mode === 'test') throw new LiveKeyRequired()
}
