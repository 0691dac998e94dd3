import type { Onboarding } from '@gateway/contract/portal/businesses'
import { findFirstSteps } from '@gateway/db/payments/onboarding-queries'
import type { Actor } from '@gateway/domain/accounts/merchant'
import type { BusinessId } from '@gateway/domain/kernel/id'
import { requireMerchant } from '../../accounts/auth/require-merchant.ts'
import { businessScope } from '../../businesses/business-scope.ts'
import { getBusiness } from '../../businesses/get-business.ts'
import type { Context } from '../../kernel/context.ts'

/** Which of the first steps of a business are done. @throws {NotFound} also when it is another merchant's. @throws {MerchantTokenRequired} */
export async function readOnboarding(
  ctx: Pick<Context, 'orm' | 'clock' | 'rails'>,
  { actor, id }: { actor: Actor; id: BusinessId },
): Promise<Onboarding> {
  const { facts } = await getBusiness(ctx, { actor: requireMerchant(actor), id })
  const steps = await findFirstSteps(ctx.orm.em.fork(), { ...businessScope(actor), businessId: id })
  return {
    wallets: [...ctx.rails.values()].map(({ chain, assets }) => ({ chain, isSet: assets.some((asset) => facts.business.wallets[asset]) })),
    webhookSet: Boolean(facts.webhook.url),
    ...steps,
  }
}
