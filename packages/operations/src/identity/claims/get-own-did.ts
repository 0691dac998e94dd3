import type { SeenDid } from '@gateway/contract/identity/dids'
import { findDidOfMerchant, listLinkedDids } from '@gateway/db/identity/did-queries'
import type { Em } from '@gateway/db/orm'
import type { Actor } from '@gateway/domain/accounts/merchant'
import { NotFound } from '@gateway/domain/kernel/error'
import type { MerchantId } from '@gateway/domain/kernel/id'
import type { ApiContext } from '../../kernel/context.ts'

/** The DID of a merchant with those that it has linked; undefined before it has claimed one. */
export async function findOwnDid(em: Em, { merchantId }: { merchantId: MerchantId }): Promise<SeenDid | undefined> {
  const own = await findDidOfMerchant(em, { merchantId })
  return own && { own, linked: await listLinkedDids(em, { merchantId }) }
}

/** The caller's DID. A test key sees none: DIDs are live. @throws {NotFound} */
export async function getOwnDid(ctx: Pick<ApiContext, 'orm'>, { actor }: { actor: Actor }): Promise<SeenDid> {
  const seen = actor.mode === 'live' ? await findOwnDid(ctx.orm.em.fork(), actor) : undefined
  if (!seen) throw new NotFound('DID')
  return seen
}
