import { operatorOf } from '@gateway/db/accounts/queries'
import { type OperatorName, operatorName, OperatorRequired, OperatorSessionRequired } from '@gateway/domain/accounts/operator'
import type { Context } from '../../kernel/context.ts'
import { getMerchant } from '../auth/get-merchant.ts'
import type { MerchantActor } from '../auth/require-merchant.ts'

/**
 * The operator who decides in a session, as the database says.
 *
 * @throws {OperatorSessionRequired} unless the session is an operator's and live, was opened with a second factor and, in the portal, confirmed lately.
 */
export async function requireOperator(ctx: Pick<Context, 'orm'>, { session }: { session: string }): Promise<OperatorName> {
  const merchantId = await operatorOf(ctx.orm.em.fork(), { session })
  if (merchantId === undefined) throw new OperatorSessionRequired()
  return operatorName(merchantId)
}

/**
 * The operator whom a session of the portal acts for. Whatever it decides also needs a recent confirmation.
 *
 * @throws {OperatorRequired} unless the account is an operator and signed in to the portal with a second factor.
 */
export async function requirePortalOperator(ctx: Pick<Context, 'orm'>, actor: MerchantActor): Promise<OperatorName> {
  const { operatorSince } = await getMerchant(ctx.orm.em.fork(), actor)
  if (operatorSince === null) throw new OperatorRequired('Only an operator of this gateway can do this')
  if (actor.openedIn !== 'portal' || !actor.hasSecondFactor)
    throw new OperatorRequired('Sign in to the portal with a second factor: an operator acts in such a session only')
  return operatorName(actor.merchantId)
}
