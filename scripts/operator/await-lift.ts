import { APPROVALS } from '@gateway/domain/custody/approval'
import type { PauseScope } from '@gateway/domain/custody/pause'
import { listPauses } from '@gateway/operations/custody/pauses/pause-payouts'
import { setTimeout as rest } from 'node:timers/promises'
import type { OperatorContext } from './context.ts'

const LIFT_TIMEOUT_MS = 10_000
const LOOK_INTERVAL_MS = 200

/** The outcome of an approved lift: lifted, paused again for another reason, or still approved because no signer runs. */
type Outcome = 'lifted' | 'paused again' | 'approved'

/** Waits a few seconds for the signer to lift a pause that two operators have approved. */
export async function awaitLift(ctx: OperatorContext, scope: PauseScope): Promise<Outcome> {
  for (const endsAt = Date.now() + LIFT_TIMEOUT_MS; Date.now() < endsAt; await rest(LOOK_INTERVAL_MS)) {
    const pause = (await listPauses(ctx)).find((paused) => paused.scope === scope)
    if (!pause) return 'lifted'
    if (pause.approvedBy.length < APPROVALS) return 'paused again'
  }
  return 'approved'
}
