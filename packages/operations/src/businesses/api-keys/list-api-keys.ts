import type { ListApiKeysInput } from '@gateway/contract/api-keys'
import { listStoredKeys } from '@gateway/db/businesses/key-queries'
import type { Actor, ApiKey } from '@gateway/domain/accounts/merchant'
import type { Context } from '../../kernel/context.ts'
import { keyScope } from './key-scope.ts'

/** A page of the keys of a business, newest first, ended ones included. @throws {NotFound} when the business is not the caller's. */
export async function listApiKeys(
  ctx: Pick<Context, 'orm'>,
  { actor, page }: { actor: Actor; page: ListApiKeysInput },
): Promise<{ keys: ApiKey[]; total: number }> {
  const em = ctx.orm.em.fork()
  const scope = await keyScope(em, { actor, businessId: page.id })
  return listStoredKeys(em, { ...scope, limit: page.limit, offset: page.offset })
}
