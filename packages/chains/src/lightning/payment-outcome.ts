import { createHash } from 'node:crypto'
import { z } from 'zod'
import { Hex32, Int64 } from './message-parts.ts'
import type { SendOutcome } from './send-outcome.ts'

/** lnrpc.Payment, as far as money depends on it. */
const Payment = z.object({
  payment_hash: Hex32,
  status: z.string(),
  failure_reason: z.string().catch(''),
  payment_preimage: z.string().catch(''),
  value_msat: Int64,
  fee_msat: Int64,
  creation_time_ns: Int64,
  htlcs: z.array(z.object({ status: z.string(), resolve_time_ns: Int64 })).catch([]),
})
type Payment = z.output<typeof Payment>

const NANOSECONDS_PER_MS = 1_000_000n

/**
 * The outcome in a message of a payment's stream. The status alone decides: SUCCEEDED may have a reason beside it, and a reason may come before
 * FAILED. A success counts with the preimage of this hash only.
 */
export function paymentOutcome(message: unknown, paymentHash: string): SendOutcome {
  const parsed = Payment.safeParse(message)
  if (!parsed.success) return odd(parsed.error.issues[0]?.path.join('.') ?? 'message')
  const payment = parsed.data
  if (payment.payment_hash !== paymentHash) return odd('payment_hash')
  if (payment.status === 'FAILED') return { kind: 'failed', reason: payment.failure_reason, createdAt: dateOf(payment.creation_time_ns) }
  if (payment.status === 'IN_FLIGHT' || payment.status === 'INITIATED') return { kind: 'in_flight' }
  return payment.status === 'SUCCEEDED' ? settled(payment) : odd('status')
}

function settled(payment: Payment): SendOutcome {
  if (!isPreimageOf(payment.payment_preimage, payment.payment_hash)) return odd('payment_preimage')
  const ends = payment.htlcs.filter(({ status }) => status === 'SUCCEEDED').map(({ resolve_time_ns }) => resolve_time_ns)
  const endedNs = ends.reduce((latest, end) => (end > latest ? end : latest), payment.creation_time_ns)
  return {
    kind: 'settled',
    preimage: payment.payment_preimage,
    amountMsat: payment.value_msat,
    feeMsat: payment.fee_msat,
    settledAt: dateOf(endedNs),
  }
}

const dateOf = (ns: bigint): Date => new Date(Number(ns / NANOSECONDS_PER_MS))

const isPreimageOf = (preimage: string, hash: string): boolean =>
  Hex32.safeParse(preimage).success && createHash('sha256').update(Buffer.from(preimage, 'hex')).digest('hex') === hash

const odd = (member: string): SendOutcome => ({ kind: 'unknown', reason: `odd answer: ${member}` })
