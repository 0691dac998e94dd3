import type { BusinessScope } from '@gateway/db/businesses/queries'
import type { Actor } from '@gateway/domain/accounts/merchant'

/** Which businesses an actor may see: a key its own, a merchant all of theirs. */
export const businessScope = (actor: Actor): BusinessScope =>
  actor.kind === 'key'
    ? { merchantId: actor.merchantId, mode: actor.mode, businessId: actor.businessId }
    : { merchantId: actor.merchantId, mode: actor.mode }
