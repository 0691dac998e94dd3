import type { Cancellation } from '@gateway/chains/lightning/invoice-node'
import { endLightningAttempt } from '@gateway/db/lightning/attempt-queries'
import type { LightningAttemptEntity } from '@gateway/db/lightning/lightning-attempt.entity'
import type { LightningPaymentEntity } from '@gateway/db/lightning/lightning-payment.entity'
import { findInvoiceOfHash, lockLightningPayment, lookAtPaymentLater, ownLightningPayments } from '@gateway/db/lightning/payment-queries'
import { findHeldPause } from '@gateway/db/lightning/pause-queries'
import { findPreimage } from '@gateway/db/lightning/preimage-queries'
import { noteRefusal } from '@gateway/db/lightning/request-queries'
import type { Em } from '@gateway/db/orm'
import { lightningTransferred } from '@gateway/domain/ledger/lightning-templates'
import type { LightningRefusal } from '@gateway/domain/lightning/request'
import { withinLedgerBounds } from '../../kernel/savepoint.ts'
import { transaction } from '../../kernel/transaction.ts'
import { postTransfers } from '../../ledger/post-transfer.ts'
import { advanceLightning } from '../lifecycle/advance-lightning.ts'
import type { PayContext } from '../lifecycle/lightning-context.ts'
import { beginSend } from './begin-send.ts'
import { recordHeld } from './record-outcome.ts'

const AGAIN_MS = 2_000

/** A due send inside the service. */
interface Inside {
  readonly payment: LightningPaymentEntity
  readonly attempt: LightningAttemptEntity
}

/**
 * Pays an invoice of this service from a wallet of it. The node cancels the invoice first, so that nobody outside can pay it too; an invoice that is being
 * paid from outside is not paid from inside. The booked send keeps its hash from others meanwhile, and waits while the policy holds it.
 *
 * @throws {LightningUnavailable} when the node does not answer; the send stays pending.
 */
export async function settleInternal(ctx: PayContext, { payment, attempt }: Inside): Promise<void> {
  const { id, expiresAt } = payment
  // Whoever waited for too long pays nothing that the payee does not expect any more.
  if (expiresAt <= ctx.clock.now()) return endPair(ctx, { payment, cancelled: 'unknown' })
  const verdict = await beginSend(ctx, attempt)
  if (!verdict) return
  if (verdict.outcome !== 'allow') return recordHeld(ctx, { id, verdict })
  await endPair(ctx, { payment, cancelled: await cancel(ctx, payment) })
}

interface Ending {
  readonly payment: LightningPaymentEntity
  readonly cancelled: Cancellation
}

/** Ends both sides as what became of the invoice allows. */
async function endPair(ctx: PayContext, { payment, cancelled }: Ending): Promise<void> {
  const { id, paymentHash } = payment
  await transaction(ctx, async (em) => {
    const pair = await lockPair(em, { id, paymentHash })
    if (!pair) return
    // A pause may have come while the node was asked; to cancel again does no harm.
    if (cancelled === 'canceled' && (await isPaused(em, ctx, payment))) return lookAtPaymentLater(em, { id, lookAt: soon(ctx) })
    const refusal = cancelled === 'canceled' ? await transfer(em, ctx, pair) : refusals[cancelled]
    if (refusal) await failPair(em, ctx, { ...pair, refusal, isCancelled: cancelled === 'canceled' })
  })
}

const soon = ({ clock }: PayContext): Date => new Date(clock.now().getTime() + AGAIN_MS)

const isPaused = async (em: Em, ctx: PayContext, { merchantId }: LightningPaymentEntity): Promise<boolean> =>
  (await findHeldPause(em, { merchantId })) !== undefined || ctx.isPausedByFile()

/** Asked again soon where the node does not answer. @throws {LightningUnavailable} */
async function cancel(ctx: PayContext, { id, paymentHash }: LightningPaymentEntity): Promise<Cancellation> {
  try {
    return await ctx.pay.cancelInvoice(paymentHash)
  } catch (error) {
    await lookAtPaymentLater(ctx.orm.em.fork(), { id, lookAt: soon(ctx) })
    throw error
  }
}

const refusals = {
  being_paid: { reason: 'already_paid' },
  settled: { reason: 'already_paid' },
  unknown: { reason: 'invalid', field: 'destination', message: 'the invoice cannot be paid any more' },
} as const satisfies Readonly<Record<string, LightningRefusal>>

/** Both rows of a payment inside the service, pending and locked. */
interface Pair {
  readonly outgoing: LightningPaymentEntity
  readonly incoming: LightningPaymentEntity
}

/** Locks both rows in the order of their ids. Undefined when the send has ended. */
async function lockPair(em: Em, { id, paymentHash }: { id: string; paymentHash: string }): Promise<Pair | undefined> {
  const invoice = await findInvoiceOfHash(em, { paymentHash })
  if (!invoice) throw new Error(`the send ${id} names no invoice of this service`)
  const locked = new Map<string, LightningPaymentEntity | undefined>()
  for (const one of [id, invoice.id].toSorted()) locked.set(one, await lockLightningPayment(em, { id: one }))
  const [outgoing, incoming] = [locked.get(id), locked.get(invoice.id)]
  return outgoing?.state === 'pending' && incoming ? { outgoing, incoming } : undefined
}

/**
 * One transfer, and both sides are settled.
 *
 * @returns why not, when the wallet has too little by now, or the invoice has ended.
 * @throws {Error} where the amount is not that of the invoice: the send stays pending, and the sweep raises its alarm.
 */
async function transfer(em: Em, ctx: PayContext, { outgoing, incoming }: Pair): Promise<LightningRefusal | undefined> {
  if (incoming.state !== 'pending') return refusals.unknown
  const { id, mode, amountMsat } = outgoing
  if (amountMsat !== incoming.amountMsat) throw new Error(`the send ${id} has another amount than its invoice`)
  const payee = { mode, walletId: incoming.nodeId }
  const isPaid = await withinLedgerBounds(em, async (inner) => {
    await postTransfers(inner, ctx, [lightningTransferred({ mode, walletId: outgoing.nodeId }, { id, amountMsat, payee })])
  })
  if (!isPaid) return { reason: 'insufficient_balance' }
  const preimage = (await findPreimage(em, { paymentId: incoming.id })) ?? null
  for (const payment of [outgoing, incoming]) Object.assign(payment, { preimage })
  const hasWorkflow = await endLightningAttempt(em, { paymentId: id, state: 'final', proof: { kind: 'inside', preimage } })
  await advanceLightning(em, ctx, { payment: outgoing, input: 'settle', of: ownLightningPayments, hasWorkflow })
  await advanceLightning(em, ctx, { payment: incoming, input: 'settle', of: ownLightningPayments })
  return undefined
}

interface Failing extends Pair {
  readonly refusal: LightningRefusal
  /** The node has cancelled the invoice: it has ended too. */
  readonly isCancelled: boolean
}

async function failPair(em: Em, ctx: PayContext, { outgoing, incoming, refusal, isCancelled }: Failing): Promise<void> {
  const { id } = outgoing
  await noteRefusal(em, { id, refusal })
  const hasWorkflow = await endLightningAttempt(em, { paymentId: id, state: 'dead', proof: { kind: 'inside', reason: refusal.reason } })
  await advanceLightning(em, ctx, { payment: outgoing, input: 'fail', of: ownLightningPayments, hasWorkflow })
  if (isCancelled && incoming.state === 'pending')
    await advanceLightning(em, ctx, { payment: incoming, input: 'fail', of: ownLightningPayments })
}
