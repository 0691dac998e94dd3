import { DomainError } from '@gateway/domain/kernel/error'
import { requireConfirmed } from '@gateway/operations/accounts/auth/require-confirmation'
import { requirePortalOperator } from '@gateway/operations/accounts/operators/require-operator'
import { portalProcedure } from '../trpc.ts'

/** A procedure for operators that only reads: in a session of the portal that was opened with a second factor. */
export const operatorProcedure = portalProcedure.use(async ({ ctx, next }) => {
  const by = await requirePortalOperator(ctx, ctx.actor)
  if (!ctx.desk) throw new OperatorAreaOff()
  return next({ ctx: { desk: ctx.desk, by } })
})

/** A procedure by which an operator decides something: the session was confirmed within five minutes. */
export const decidingProcedure = operatorProcedure.use(async ({ ctx, next }) => {
  requireConfirmed(ctx, ctx.actor)
  return next()
})

/** This process has no login of operators at the database. */
class OperatorAreaOff extends DomainError {
  readonly code = 'NOT_IMPLEMENTED'
  readonly kind = 'unsupported'
  constructor() {
    super('The operator area is off here: set OPERATOR_DATABASE_URL of the api, or use `npm run operator`')
  }
}
