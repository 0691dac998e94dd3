import type { AllowedClient } from '@gateway/contract/oauth'
import { listAllowedClients } from '@gateway/db/oauth/allowed-queries'
import type { Actor } from '@gateway/domain/accounts/merchant'
import { requireMerchant } from '../../accounts/auth/require-merchant.ts'
import type { Context } from '../../kernel/context.ts'

/** A page of the clients that a merchant has let in, those allowed last first. @throws {MerchantTokenRequired} */
export async function listConsents(
  ctx: Pick<Context, 'orm' | 'clock'>,
  { actor, page }: { actor: Actor; page: { readonly limit: number; readonly offset: number } },
): Promise<{ consents: AllowedClient[]; total: number }> {
  const { merchantId } = requireMerchant(actor)
  return listAllowedClients(ctx.orm.em.fork(), { merchantId, at: ctx.clock.now(), limit: page.limit, offset: page.offset })
}
