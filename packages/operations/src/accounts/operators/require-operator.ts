import { operatorOf } from '@gateway/db/accounts/operator-queries'
import { type OperatorName, operatorName, OperatorSessionRequired } from '@gateway/domain/accounts/operator'
import type { Context } from '../../kernel/context.ts'

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
