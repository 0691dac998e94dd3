import type { OwnerScope } from '@gateway/db/kernel/owned'
import type { Actor } from '@gateway/domain/accounts/merchant'
import type { BusinessId } from '@gateway/domain/kernel/id'
import { businessScope } from '../../businesses/business-scope.ts'
import { resolveBusiness } from '../../businesses/resolve-business.ts'
import type { Context } from '../../kernel/context.ts'

/** What a caller may list of cards: of one business, if it names one, else of all of theirs. @throws {ForbiddenBusiness} */
export async function cardScope(
  ctx: Pick<Context, 'orm'>,
  { actor, businessId }: { actor: Actor; businessId: BusinessId | undefined },
): Promise<OwnerScope> {
  const scope = businessScope(actor)
  if (businessId === undefined) return scope
  return { ...scope, businessId: (await resolveBusiness(ctx, { actor, businessId })).id }
}
