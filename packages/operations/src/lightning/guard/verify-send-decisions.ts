import { findAlteredDecisions, findMissingDecisions } from '../../custody/policy/verify-decision-log.ts'
import { pausePayouts } from '../../custody/pauses/pause-payouts.ts'
import type { PayContext } from '../lifecycle/lightning-context.ts'

/** More places do not tell an operator more. */
const MOST_NAMED = 5

/**
 * Pauses sends when the decision log of the role has a gap, a row that its key has not authenticated, or a send that the node was called for without a
 * decision that allows it. Only the role can tell, for it alone has the key.
 */
export async function verifySendDecisions(ctx: Omit<PayContext, 'pay'>): Promise<void> {
  const em = ctx.orm.em.fork()
  const { decidesAs: role, keys } = ctx
  const broken = [...(await findMissingDecisions(em, { role })), ...(await findAlteredDecisions(em, { role, keys }))]
  if (broken.length === 0) return
  const places = broken.slice(0, MOST_NAMED).map(({ problem, place }) => `${problem} at ${place}`)
  await pausePayouts(ctx, { scope: 'lightning', by: role, reason: `the decision log of Lightning was changed: ${places.join(', ')}` })
}
