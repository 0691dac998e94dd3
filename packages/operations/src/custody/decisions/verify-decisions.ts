import { pausePayouts } from '../pauses/pause-payouts.ts'
import { findAlteredDecisions, findMissingDecisions } from '../policy/verify-decision-log.ts'
import { type GuardedContext, guardedRoles } from './guarded-roles.ts'

/** More places do not tell an operator more. */
const MOST_NAMED = 5

/**
 * Pauses what a role sends when its decision log has a gap, a row that its key has not authenticated, or a call that moves money without a decision that allows
 * it. Only the role can tell, for it alone has the key.
 */
export async function verifyDecisions(ctx: GuardedContext): Promise<void> {
  const em = ctx.orm.em.fork()
  const { decidesAs: role, keys } = ctx
  const broken = [...(await findMissingDecisions(em, { role })), ...(await findAlteredDecisions(em, { role, keys }))]
  if (broken.length === 0) return
  const { scope, name } = guardedRoles[role]
  const places = broken.slice(0, MOST_NAMED).map(({ problem, place }) => `${problem} at ${place}`)
  await pausePayouts(ctx, { scope, by: role, reason: `the decision log of ${name} was changed: ${places.join(', ')}` })
}
