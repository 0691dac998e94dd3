import type { BusinessFacts } from '@gateway/contract/business-view'
import { findContractWallets } from '@gateway/db/businesses/wallet-queries'
import { findNewestKey } from '@gateway/db/businesses/key-queries'
import { findStoredBusiness } from '@gateway/db/businesses/business-queries'
import { type Actor, apiKeyPrefix } from '@gateway/domain/accounts/merchant'
import { NotFound } from '@gateway/domain/kernel/error'
import type { BusinessId } from '@gateway/domain/kernel/id'
import type { AssetCode } from '@gateway/domain/money/asset'
import type { Context } from '../kernel/context.ts'
import { homeScope, seenBy } from './business-scope.ts'

/** A business with the members that only its own page shows. */
export interface BusinessDetail {
  readonly facts: BusinessFacts
  /** The displayable parts of its newest active API key; undefined when it has none. */
  readonly key: { readonly prefix: string; readonly last4: string } | undefined
  readonly contractWallets: readonly AssetCode[]
}

/** A business of the caller. @throws {NotFound} also when it belongs to another merchant. */
export async function getBusiness(
  ctx: Pick<Context, 'orm' | 'clock'>,
  { actor, id }: { actor: Actor; id: BusinessId },
): Promise<BusinessDetail> {
  const em = ctx.orm.em.fork()
  const stored = await findStoredBusiness(em, { ...homeScope(actor), id })
  if (!stored) throw new NotFound('business')
  const key = await findNewestKey(em, { businessId: id, mode: actor.mode, at: ctx.clock.now() })
  const facts = { ...stored, business: seenBy(actor, stored.business) }
  const contractWallets = await findContractWallets(em, facts.business)
  return { facts, key: key && { prefix: apiKeyPrefix(key), last4: key.last4 }, contractWallets }
}
