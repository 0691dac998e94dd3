import type { BusinessScope } from '@gateway/db/businesses/queries'
import type { BusinessId, MerchantId, Mode } from '@gateway/domain/kernel/id'
import type { Actor } from '@gateway/domain/accounts/merchant'
import type { Business } from '@gateway/domain/businesses/business'
import { LiveKeyRequired } from '@gateway/domain/businesses/errors'

/** True when an actor may see what belongs to a business. */
export const mayRead = (actor: Actor, owner: { merchantId: MerchantId; businessId: BusinessId; mode: Mode }): boolean =>
  actor.merchantId === owner.merchantId && actor.mode === owner.mode && (actor.kind === 'merchant' || actor.businessId === owner.businessId)

/** Whose objects an actor may see, and of which mode: a key those of its own business, a merchant those of all of theirs. */
export const businessScope = (actor: Actor): BusinessScope =>
  actor.kind === 'key'
    ? { merchantId: actor.merchantId, mode: actor.mode, businessId: actor.businessId }
    : { merchantId: actor.merchantId, mode: actor.mode }

/** Which businesses an actor may see. A business is one for both of its modes, so its test keys find it too. */
export const homeScope = (actor: Actor): BusinessScope =>
  actor.kind === 'key' ? { ...businessScope(actor), mode: 'live' } : businessScope(actor)

/** A business as an actor sees it: a test key sees no wallet, because wallets take real money and modes share no addresses. */
export const seenBy = (actor: Actor, business: Business): Business =>
  actor.mode === business.mode ? business : { ...business, mode: actor.mode, wallets: {}, formerWallets: {} }

/** Lets nobody pass who acts in test mode. @throws {LiveKeyRequired} */
export function requireLive(actor: Actor): void {
  if (actor.mode === 'test') throw new LiveKeyRequired()
}
