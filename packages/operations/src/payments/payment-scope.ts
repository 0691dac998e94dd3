import type { PaymentScope } from '@gateway/db/payments/queries'
import type { Actor } from '@gateway/domain/accounts/merchant'

/** What an actor may see: a key its own business, a merchant all of theirs. */
export const scopeOf = (actor: Actor): PaymentScope =>
  actor.kind === 'key'
    ? { merchantId: actor.merchantId, mode: actor.mode, businessId: actor.businessId }
    : { merchantId: actor.merchantId, mode: actor.mode }
