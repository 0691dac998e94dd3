import type { SendOutcome } from '@gateway/chains/lightning/send-outcome'
import { findLastFailure } from '@gateway/db/lightning/attempt-queries'
import type { LightningAttemptEntity } from '@gateway/db/lightning/lightning-attempt.entity'
import type { PayContext } from '../lifecycle/lightning-context.ts'

/** How far the clock of the node may be behind. Behind by more, a send that has failed is called again until its record is new enough. */
const SKEW_MS = 5_000

/** What the node has said, and the send that it was asked about. */
interface Said {
  readonly attempt: Pick<LightningAttemptEntity, 'paymentHash' | 'firstCalledAt'>
  readonly outcome: SendOutcome
}

/**
 * What the node has said, as far as it is about this send. The node keeps the record of a failed hash until it pays the hash again: one from before the first
 * call, or one that has ended an earlier send, says as little about this send as no record.
 */
export async function outcomeOfAttempt(ctx: Pick<PayContext, 'orm'>, { attempt, outcome }: Said): Promise<SendOutcome> {
  if (outcome.kind !== 'failed') return outcome
  const { paymentHash, firstCalledAt } = attempt
  const earlier = await findLastFailure(ctx.orm.em.fork(), { paymentHash })
  const isBeforeCall = firstCalledAt !== null && outcome.createdAt.getTime() < firstCalledAt.getTime() - SKEW_MS
  const isOfEarlier = earlier !== undefined && outcome.createdAt <= earlier
  return isBeforeCall || isOfEarlier ? { kind: 'not_found' } : outcome
}
