import type { SendOutcome, SettledSend } from '@gateway/chains/lightning/send-outcome'
import { endLightningAttempt, findLightningAttempt, noteProblem } from '@gateway/db/lightning/attempt-queries'
import type { LightningPaymentEntity } from '@gateway/db/lightning/lightning-payment.entity'
import { lockLightningPayment, lookAtPaymentLater, ownLightningPayments } from '@gateway/db/lightning/payment-queries'
import type { Em } from '@gateway/db/orm'
import type { Verdict } from '@gateway/domain/custody/policy'
import { lightningFailed, lightningSettled } from '@gateway/domain/ledger/lightning-templates'
import { createHash } from 'node:crypto'
import { transaction } from '../../kernel/transaction.ts'
import { postTransfers } from '../../ledger/post-transfer.ts'
import { advanceLightning } from '../lifecycle/advance-lightning.ts'
import type { PayContext } from '../lifecycle/lightning-context.ts'

const FIRST_MS = 1_000
const LONGEST_MS = 60_000

/**
 * Writes what the node has said of a send. Settled: amount and fee leave. Proven failed: everything returns. In every other case the reservation stays, and the
 * node is asked again.
 *
 * @throws {Error} for an answer that cannot be true: the send stays pending, and the sweep raises its alarm.
 */
export async function recordOutcome(ctx: PayContext, { id, outcome }: { id: string; outcome: SendOutcome }): Promise<void> {
  await transaction(ctx, async (em) => {
    const payment = await lockLightningPayment(em, { id })
    if (payment?.state !== 'pending') return
    if (outcome.kind === 'settled') return settle(em, ctx, { payment, outcome })
    if (outcome.kind === 'failed' || outcome.kind === 'refused') return fail(em, ctx, { payment, proof: outcome })
    const problem = 'reason' in outcome ? outcome.reason : outcome.kind
    await noteProblem(em, { paymentId: id, lastProblem: problem })
    await askLater(em, ctx, payment)
  })
}

/**
 * A send that the policy holds waits with its reservation, and its row says why. One that was never given to the node and whose invoice has expired has failed
 * for good; one inside the service, which has reserved nothing, fails by itself.
 */
export async function recordHeld(ctx: PayContext, { id, verdict }: { id: string; verdict: Verdict }): Promise<void> {
  await transaction(ctx, async (em) => {
    const payment = await lockLightningPayment(em, { id })
    const attempt = await findLightningAttempt(em, { paymentId: id })
    if (payment?.state !== 'pending' || !attempt) return
    if (!payment.isInternal && attempt.calls === 0 && payment.expiresAt <= ctx.clock.now())
      return fail(em, ctx, { payment, proof: { kind: 'never_called', reason: verdict.reason } })
    await noteProblem(em, { paymentId: id, lastProblem: verdict.reason })
    await askLater(em, ctx, payment)
  })
}

/** The longer it lasts, the more rarely it is asked for: after one second, and at least once a minute. */
function askLater(em: Em, { clock }: PayContext, { id, createdAt }: LightningPaymentEntity): Promise<void> {
  const now = clock.now()
  const waitMs = Math.min(Math.max(now.getTime() - createdAt.getTime(), FIRST_MS), LONGEST_MS)
  return lookAtPaymentLater(em, { id, lookAt: new Date(now.getTime() + waitMs) })
}

interface Settling {
  readonly payment: LightningPaymentEntity
  readonly outcome: SettledSend
}

async function settle(em: Em, ctx: PayContext, { payment, outcome }: Settling): Promise<void> {
  requireTrue(payment, outcome)
  const { preimage, feeMsat } = outcome
  Object.assign(payment, { preimage, feeMsat, settledAt: outcome.settledAt })
  const hasWorkflow = await endLightningAttempt(em, { paymentId: payment.id, state: 'final', proof: proofOf(outcome) })
  await advanceLightning(em, ctx, { payment, input: 'settle', of: ownLightningPayments, hasWorkflow })
  // Last: all sends share the account of the node, and wait for it from here to the commit.
  await postTransfers(em, ctx, [lightningSettled(holdingOf(payment), payment)])
}

/** The preimage proves the payment; an amount or a fee beyond what was reserved cannot be. @throws {Error} */
function requireTrue({ id, paymentHash, amountMsat, reserveMsat }: LightningPaymentEntity, outcome: SettledSend): void {
  const hash = createHash('sha256').update(Buffer.from(outcome.preimage, 'hex')).digest('hex')
  const isTrue = hash === paymentHash && outcome.amountMsat === amountMsat && outcome.feeMsat >= 0n && outcome.feeMsat <= reserveMsat
  if (!isTrue) throw new Error(`the node says that the send ${id} is settled, and its preimage, amount or fee is wrong`)
}

async function fail(em: Em, ctx: PayContext, { payment, proof }: { payment: LightningPaymentEntity; proof: object }): Promise<void> {
  await postTransfers(em, ctx, [lightningFailed(holdingOf(payment), payment)])
  const hasWorkflow = await endLightningAttempt(em, { paymentId: payment.id, state: 'dead', proof })
  await advanceLightning(em, ctx, { payment, input: 'fail', of: ownLightningPayments, hasWorkflow })
}

const holdingOf = ({ mode, nodeId }: LightningPaymentEntity) => ({ mode, walletId: nodeId })
const proofOf = ({ preimage, amountMsat, feeMsat }: SettledSend) => ({ preimage, amountMsat: String(amountMsat), feeMsat: String(feeMsat) })
