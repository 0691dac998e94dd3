import { findFactors } from '@gateway/db/accounts/factor-queries'
import { type Factors, isEnrolled } from '@gateway/domain/accounts/factors'
import type { Actor } from '@gateway/domain/accounts/merchant'
import { InvalidState } from '@gateway/domain/kernel/error'
import type { Context } from '../../kernel/context.ts'
import { requireMerchant } from '../auth/require-merchant.ts'
import { changeFactors, type FactorContext, requireConfirmedMerchant, storeRecoveryCodes } from './change-factors.ts'

/** The factors of the signed-in merchant. @throws {MerchantTokenRequired} */
export const listFactors = (ctx: Pick<Context, 'orm'>, { actor }: { actor: Actor }): Promise<Factors> =>
  findFactors(ctx.orm.em.fork(), requireMerchant(actor))

/**
 * Replaces the recovery codes; the old ones open nothing from then on.
 *
 * @throws {InvalidState} without a factor that they could stand in for.
 * @throws {MerchantTokenRequired} {ConfirmationRequired}
 */
export async function newRecoveryCodes(ctx: FactorContext, { actor }: { actor: Actor }): Promise<string[]> {
  const merchant = requireConfirmedMerchant(ctx, actor)
  let codes: string[] = []
  await changeFactors(ctx, merchant, async (em, before) => {
    if (!isEnrolled(before)) throw new InvalidState('without a second factor', 'make recovery codes')
    codes = await storeRecoveryCodes(em, ctx, merchant)
    return { change: 'recovery_codes_replaced' }
  })
  return codes
}
