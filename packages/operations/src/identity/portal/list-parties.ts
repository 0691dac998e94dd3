import { listOwnParties, type OwnParty } from '@gateway/db/identity/own-party-queries'
import type { Actor } from '@gateway/domain/accounts/merchant'
import { requireMerchant } from '../../accounts/auth/require-merchant.ts'
import type { Context } from '../../kernel/context.ts'

/** A page of the escrows that a merchant is a party of, those bound last first. @throws {MerchantTokenRequired} */
export async function listParties(
  ctx: Pick<Context, 'orm'>,
  { actor, page }: { actor: Actor; page: { readonly limit: number; readonly offset: number } },
): Promise<{ parties: OwnParty[]; total: number }> {
  const { merchantId } = requireMerchant(actor)
  return listOwnParties(ctx.orm.em.fork(), { merchantId, limit: page.limit, offset: page.offset })
}
