import type { Actor, Merchant } from '@gateway/domain/accounts/merchant'
import type { Context } from '../../kernel/context.ts'
import { getMerchant } from './get-merchant.ts'
import { requireMerchant } from './require-merchant.ts'

/** The account behind a merchant's token. @throws {MerchantTokenRequired} for an API key. */
export const getMe = async (ctx: Pick<Context, 'orm'>, { actor }: { actor: Actor }): Promise<Merchant> =>
  getMerchant(ctx.orm.em.fork(), requireMerchant(actor))
