import type { Em } from '@gateway/db/orm'
import { purposes } from '@gateway/domain/custody/purposes'
import type { Context } from '../../kernel/context.ts'
import { logFeeCap } from '../costs/log-fee-cap.ts'
import { markHeld } from '../payouts/hold-intents.ts'
import type { HeldIntents } from './signed-attempt.ts'
import type { HeldSigning } from './signing.ts'

/** Records why a payout waits; a denied one raises an alarm. */
export async function holdPayout(em: Em, ctx: Context, held: HeldIntents): Promise<HeldSigning> {
  const { intent, reason, verdict } = held
  const fields = { intentId: intent.id, chain: intent.chain, reason }
  if (verdict?.outcome === 'deny') ctx.log.error({ ...fields, alarm: 'payout_denied' }, 'payout denied by policy and held')
  else logFeeCap(ctx, { ...fields, since: waitsSince(ctx, held) }, 'payout held')
  await markHeld(em, ctx, { ids: [intent.id], reason })
  const decided = verdict ? [{ intent, verdict, facts: { reason, units: String(intent.units) } }] : []
  return { outcome: 'held', intent, decided }
}

/** Any third party can send too little for another round, so that never raises an alarm. */
const waitsSince = ({ clock }: Context, { intent, reason }: HeldIntents): Date =>
  (reason === 'below_cost_of_forwarding' && (intent.leg > 0 || !purposes[intent.purpose].isAwaited) ? undefined : intent.heldSince) ??
  clock.now()
