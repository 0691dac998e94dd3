import { requireRecentConfirmation } from '@gateway/operations/accounts/auth/require-confirmation'
import { portalProcedure } from '../../trpc.ts'

/** A decision about held money, with a recent confirmation. A repeated click carries the same idempotency key. */
export const decisionProcedure = portalProcedure.use(async ({ ctx: { actor, clock }, getRawInput, next }) => {
  requireRecentConfirmation({ clock }, actor)
  const sent = async () => ({ named: [], body: { ...Object(await getRawInput()) } as Readonly<Record<string, unknown>> })
  return next({ ctx: { repeatable: { isReplay: false, sent } } })
})
