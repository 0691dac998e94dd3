import { cancelAt } from './cancel-at.ts'
import { decodeAt } from './decode-at.ts'
import { LightningUnavailable } from './errors.ts'
import { firstOutcome, type StreamEnd } from './first-outcome.ts'
import type { Cancellation } from './invoice-node.ts'
import type { LndAccess } from './lnd-access.ts'
import { createLndClient, type LndClient } from './lnd-client.ts'
import { grpcCodes, type NodeError } from './node-error.ts'
import { paymentOutcome } from './payment-outcome.ts'
import type { NewSend, PayNode } from './pay-node.ts'
import type { SendOutcome } from './send-outcome.ts'

const TRACK_WITHIN_MS = 5_000
/** What the node may take beyond the search for routes, until an HTLC counts as held by its payee. */
const GRACE_MS = 3_000
/** A payment may take several routes at once. */
const MAX_PARTS = 16

/** The paying side of an LND. Source: api.lightning.community, SendPaymentV2 and TrackPaymentV2; what LND 0.21.3 answers was tried on real nodes. */
export function createLndPayNode(access: LndAccess): PayNode {
  const lnd = createLndClient(access)
  return {
    decode: (paymentRequest) => decodeAt(lnd, paymentRequest),
    send: (payment) => send(lnd, payment),
    track: (paymentHash) => track(lnd, paymentHash),
    cancelInvoice: (paymentHash) => cancel(lnd, paymentHash),
    close: () => lnd.close(),
  }
}

async function send(lnd: LndClient, payment: NewSend): Promise<SendOutcome> {
  const { paymentHash, timeoutSeconds } = payment
  const withinMs = timeoutSeconds * 1_000 + GRACE_MS
  const stream = lnd.open(({ router }, limits) => router.sendPaymentV2(requestOf(payment), limits), withinMs)
  const end = await firstOutcome(stream, {
    read: (message) => paymentOutcome(message, paymentHash),
    isEnough: ({ kind }) => kind !== 'in_flight',
    withinMs,
  })
  if ('outcome' in end) return end.outcome
  return isRefusal(end) ? proveRefusal(lnd, paymentHash, end.error) : { kind: 'unknown', reason: end.error.message }
}

function requestOf({ paymentRequest, amountMsat, feeLimitMsat, timeoutSeconds }: NewSend): object {
  return {
    payment_request: paymentRequest,
    ...(amountMsat !== undefined && { amt_msat: String(amountMsat) }),
    fee_limit_msat: String(feeLimitMsat),
    timeout_seconds: timeoutSeconds,
    max_parts: MAX_PARTS,
    // A closed stream must not stop a payment, and what we pay ourselves is settled inside.
    cancelable: false,
    allow_self_payment: false,
  }
}

/** The node answered with an error before it told of a payment. */
const isRefusal = ({ error, last }: Extract<StreamEnd, { error: NodeError }>): boolean => last === undefined && error.isAnswer

/** A refusal is proven where the node has no record of the hash, or a failed one; code 6, whatever its text, says that there is one. */
async function proveRefusal(lnd: LndClient, paymentHash: string, { code, message }: NodeError): Promise<SendOutcome> {
  const found = await track(lnd, paymentHash)
  const isRepeat = code === grpcCodes.alreadyExists
  if (isRepeat && found.kind === 'not_found') return { kind: 'unknown', reason: 'refused as a repeat, without a record' }
  const isPayable = found.kind === 'not_found' || found.kind === 'failed'
  return isPayable && !isRepeat ? { kind: 'refused', reason: message } : found
}

async function track(lnd: LndClient, paymentHash: string): Promise<SendOutcome> {
  const request = { payment_hash: Buffer.from(paymentHash, 'hex') }
  const stream = lnd.open(({ router }, limits) => router.trackPaymentV2(request, limits), TRACK_WITHIN_MS)
  const read = (message: unknown): SendOutcome => paymentOutcome(message, paymentHash)
  const end = await firstOutcome(stream, { read, isEnough: () => true, withinMs: TRACK_WITHIN_MS })
  if ('outcome' in end) return end.outcome
  return end.error.code === grpcCodes.notFound ? { kind: 'not_found' } : { kind: 'unknown', reason: end.error.message }
}

/** The paying macaroon cannot look invoices up, so the text of a refusal decides: LND has one code for all. */
async function cancel(lnd: LndClient, paymentHash: string): Promise<Cancellation> {
  const refusal = await cancelAt(lnd, paymentHash)
  if (!refusal) return 'canceled'
  if (/already settled/i.test(refusal.message)) return 'settled'
  if (/unable to locate|no existing invoices/i.test(refusal.message)) return 'unknown'
  throw new LightningUnavailable(`cancelling was refused: ${refusal.message}`, refusal)
}
