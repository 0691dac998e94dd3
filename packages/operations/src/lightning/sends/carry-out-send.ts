import type { SendOutcome } from '@gateway/chains/lightning/send-outcome'
import { findLightningAttempt } from '@gateway/db/lightning/attempt-queries'
import type { LightningAttemptEntity } from '@gateway/db/lightning/lightning-attempt.entity'
import { claimPayment } from '@gateway/db/lightning/payment-queries'
import type { Verdict } from '@gateway/domain/custody/policy'
import { rememberDecisions } from '../../custody/decisions/remember-decisions.ts'
import { leaseUntil } from '../lifecycle/lease-until.ts'
import type { PayContext } from '../lifecycle/lightning-context.ts'
import { beginSend } from './begin-send.ts'
import { outcomeOfAttempt } from './outcome-of-attempt.ts'
import { recordHeld, recordOutcome } from './record-outcome.ts'
import { settleInternal } from './settle-internal.ts'

/** Ends the node's search for a route; the caller is answered after as long. */
const SEARCH_SECONDS = 20
/** A process that was stopped for longer calls nobody: until its claim ends, which another takes over then, there must be time for the call. */
const BEGIN_WITHIN_MS = 20_000

/**
 * Does what is due of a send, unless another process has it: pays inside the service, calls the node, or asks it what became of an earlier call. A hash that
 * the node does not know after a call, or remembers a failure of from before, is given to it again, as it was: only its answer can prove that nothing was paid.
 *
 * @throws {LightningUnavailable} when the node does not answer about an invoice of this service; the send stays pending.
 */
export async function carryOutSend(ctx: PayContext, { id }: { id: string }): Promise<void> {
  const now = ctx.clock.now()
  const payment = await claimPayment(ctx.orm.em.fork(), { id, now, until: leaseUntil(now) })
  if (!payment) return
  const attempt = await findLightningAttempt(ctx.orm.em.fork(), { paymentId: id })
  if (!attempt) throw new Error(`the send ${id} has no attempt`)
  if (payment.isInternal) return settleInternal(ctx, { payment, attempt })
  const known = attempt.calls === 0 ? undefined : await track(ctx, attempt)
  const outcome = known === undefined || known.kind === 'not_found' ? await callNode(ctx, { attempt, claimedAt: now }) : known
  if ('verdict' in outcome) return recordHeld(ctx, { id, verdict: outcome.verdict })
  await ctx.failpoint('sendAnswered')
  await recordOutcome(ctx, { id, outcome })
}

const track = async (ctx: PayContext, attempt: LightningAttemptEntity): Promise<SendOutcome> =>
  outcomeOfAttempt(ctx, { attempt, outcome: await ctx.pay.track(attempt.paymentHash) })

interface Calling {
  readonly attempt: LightningAttemptEntity
  readonly claimedAt: Date
}

/** Calls the node once the policy lets it; the call is counted before. */
async function callNode(ctx: PayContext, { attempt, claimedAt }: Calling): Promise<SendOutcome | { readonly verdict: Verdict }> {
  const { paymentHash, paymentRequest, amountMsat, feeLimitMsat } = attempt
  const verdict = await beginSend(ctx, attempt)
  if (verdict === undefined) return { kind: 'unknown', reason: 'it has ended' }
  if (verdict.outcome !== 'allow') return { verdict }
  const named = amountMsat === null ? {} : { amountMsat }
  await rememberDecisions(ctx)
  if (ctx.clock.now().getTime() - claimedAt.getTime() > BEGIN_WITHIN_MS) return { kind: 'unknown', reason: 'the process was stopped' }
  const outcome = await ctx.pay.send({ paymentHash, paymentRequest, ...named, feeLimitMsat, timeoutSeconds: SEARCH_SECONDS })
  return outcomeOfAttempt(ctx, { attempt, outcome })
}
