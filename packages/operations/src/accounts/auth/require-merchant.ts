import type { Actor } from '@gateway/domain/accounts/merchant'
import { DomainError } from '@gateway/domain/kernel/error'

/** A signed-in merchant. */
export type MerchantActor = Extract<Actor, { kind: 'merchant' }>

/**
 * The actor, which must be a signed-in merchant.
 *
 * @throws {MerchantTokenRequired} for an API key or an app, which act for businesses and never for their owner.
 */
export function requireMerchant(actor: Actor): MerchantActor {
  if (actor.kind !== 'merchant') throw new MerchantTokenRequired()
  return actor
}

/** The credential is valid, but the operation requires a merchant token. */
export class MerchantTokenRequired extends DomainError {
  readonly code = 'INSUFFICIENT_SCOPE'
  readonly kind = 'forbidden'
  constructor() {
    super('Only the token of a signed-in merchant is accepted here')
  }
}
